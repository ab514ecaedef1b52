// Chart.js in the colours of the page.
'use strict';

const charts = (() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

  const alive = new Set();

  /// A canvas with what it shows in words, drawn once it is on the page.
  function figure(label, caption, configuration) {
    const canvas = element('canvas', {role: 'img', 'aria-label': label});
    const page = document.getElementById('page');
    page.addEventListener('shown', () => {
      Chart.defaults.color = colour('faint');
      Chart.defaults.borderColor = colour('line');
      Chart.defaults.font.family = 'system-ui, sans-serif';
      Chart.defaults.animation = false;
      for (const chart of alive) {
        if (chart.canvas && chart.canvas.isConnected) continue;
        chart.destroy();
        alive.delete(chart);
      }
      if (canvas.isConnected) alive.add(new Chart(canvas, configuration()));
    }, {once: true});
    return element('figure', {}, element('div', {class: 'chart'}, canvas),
                   caption ? element('figcaption', {}, caption) : null);
  }

  /// Vertical lines: {at: position on the x axis, until, colour, text, dashed}. With `until` a stretch is shaded.
  function marks(list) {
    return {
      id: 'marks',
      afterDatasetsDraw(chart) {
        const {ctx, chartArea, scales} = chart;
        ctx.save();
        ctx.font = '11px system-ui, sans-serif';
        let row = 0;
        let last = -Infinity;
        for (const mark of [...list].sort((a, b) => a.at - b.at)) {
          const x = scales.x.getPixelForValue(mark.at);
          ctx.strokeStyle = ctx.fillStyle = mark.colour;
          if (mark.until > mark.at) {
            ctx.globalAlpha = 0.15;
            ctx.fillRect(x, chartArea.top, scales.x.getPixelForValue(mark.until) - x, chartArea.bottom - chartArea.top);
            ctx.globalAlpha = 1;
          }
          ctx.setLineDash(mark.dashed ? [3, 4] : []);
          ctx.lineWidth = mark.dashed ? 1 : 2;
          ctx.beginPath();
          ctx.moveTo(x, chartArea.top);
          ctx.lineTo(x, chartArea.bottom);
          ctx.stroke();
          row = x - last < ctx.measureText(mark.text).width + 60 ? (row + 1) % 6 : 0;
          last = x;
          const right = x + ctx.measureText(mark.text).width + 6 > chartArea.right;
          ctx.textAlign = right ? 'right' : 'left';
          ctx.fillText(mark.text, x + (right ? -4 : 4), chartArea.top + 11 + 13 * row);
        }
        ctx.restore();
      },
    };
  }

  return {figure, marks, colour};
})();
