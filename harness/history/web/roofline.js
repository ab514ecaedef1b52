// What bounds each kernel: the card's memory or its warp schedulers. Instructions are the work that is counted of every
// kernel, whatever it computes with.
'use strict';

(() => {
  const roofs = {datasheet: 'datasheet', driver: 'driver', measured: 'best triad measured'};

  async function draw({gpu, overview, query}) {
    const data = await warpmark.load(`${gpu.slug}/roofline`);
    const {key} = overview.benchmarks;
    const points = data.points.filter(([, time, bytes, instructions]) => time > 0 && instructions > 0 && bytes > 0).map(
        ([benchmark, time, bytes, instructions]) => ({key: key[benchmark], x: instructions / bytes, y: instructions / (1000 * time),
                                                      gbps: bytes / (1000 * time), time}));
    const uncounted = data.points.length - points.length;
    const peaks = Object.entries(data.peaks_gbps).filter(([, gbps]) => gbps > 0);
    const top = peaks.length ? Math.max(...peaks.map(([, gbps]) => gbps)) : 0;
    const best = ({x}) => Math.min(x * top, data.instructions_per_ns || Infinity);
    const share = (point) => (top ? point.y / best(point) : null);
    const place = element('div');
    const search = searchField(query, show);

    function chart(kept) {
      return charts.figure(`Roofline of ${words.count(kept.length, 'benchmark')}; the table below holds them`,
                           'Executed warp instructions a nanosecond over warp instructions a byte (bytes read and written, as declared). '
                           + 'The slopes are memory bandwidths; the level is one instruction a cycle of each of four schedulers an SM. Rows of '
                           + 'l2:warm whose bytes fit into the L2 may lie above the slopes.', () => {
        const xs = points.map(({x}) => x);
        const low = Math.min(...xs, 0.05) / 2;
        const high = Math.max(...xs, (data.instructions_per_ns || 0) / (top || 1)) * 4;
        const steps = Array.from({length: 60}, (_, i) => low * (high / low) ** (i / 59));
        const sections = peaks.map(([name, gbps], i) => ({
          type: 'line', label: `${roofs[name]} ${words.number(gbps)} GB/s`, borderColor: charts.colour(['text', 'faint', 'mark'][i]),
          borderDash: [[], [6, 4], [2, 3]][i], borderWidth: 1.5, pointRadius: 0,
          data: steps.map((x) => ({x, y: Math.min(x * gbps, data.instructions_per_ns || Infinity)}))}));
        return {
          type: 'scatter',
          data: {datasets: [{label: 'benchmarks', data: kept, backgroundColor: charts.colour('series') + 'aa', pointRadius: 3.5}, ...sections]},
          options: {
            maintainAspectRatio: false,
            scales: {x: {type: 'logarithmic', min: low, max: high, title: {display: true, text: 'warp instructions / byte'}},
                     y: {type: 'logarithmic', title: {display: true, text: 'warp instructions / ns'}}},
            onClick: (event, [hit]) => {
              if (hit && hit.datasetIndex === 0) location.hash = warpmark.link([gpu.slug, 'benchmark', kept[hit.index].key]);
            },
            plugins: {tooltip: {filter: (item) => item.datasetIndex === 0, callbacks: {
              label: ({raw}) => [raw.key, `${words.number(raw.gbps)} GB/s, ${words.time(raw.time)}`]}}},
          },
        };
      });
    }

    function show(matches) {
      const kept = points.filter((point) => matches(point.key));
      place.replaceChildren(chart(kept), sortedTable(`${words.count(kept.length, 'benchmark')}, each as of its own last night`, [
        {title: 'Benchmark', key: true, value: (row) => row.key, cell: (row) => benchmarkLink(gpu.slug, row.key)},
        {title: 'GB/s', number: true, value: (row) => row.gbps, cell: (row) => words.number(row.gbps)},
        {title: 'Instructions / byte', number: true, value: (row) => row.x, cell: (row) => words.number(row.x)},
        {title: 'Of the roof', number: true, value: share, cell: (row) => (top ? `${(100 * share(row)).toFixed(1)} %` : '–')},
        {title: 'Bound by', value: (row) => row.x * top < data.instructions_per_ns, cell: (row) => (
          row.x * top < data.instructions_per_ns ? 'memory' : 'instructions')},
      ], kept, new URLSearchParams(location.hash.split('?')[1]).get('sort')));
      if (place.isConnected) document.getElementById('page').dispatchEvent(new CustomEvent('shown'));
    }
    show(search.matches);
    return element('article', {'data-title': 'Roofline'}, element('h1', {}, `Roofline of ${gpu.name}`),
                   uncounted ? element('p', {class: 'faint'}, `Not here: ${words.count(uncounted, 'benchmark')} whose instructions nobody counted `
                                                              + '(warpmark run --counters does).') : null,
                   element('div', {class: 'controls', role: 'search'}, search.field), place);
  }

  warpmark.page('roofline', draw);
})();
