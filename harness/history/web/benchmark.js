// The page of one benchmark: its times over the nights, and all else that was recorded of it.
'use strict';

(() => {
  /// What a vertical line says where the context changes from one night to the next.
  const contexts = ['driver', 'card', 'compiler', 'CUDA', 'SM MHz', 'memory MHz', 'power limit W', 'host'];

  function contextMarks(overview, nights) {
    const marks = [];
    for (let i = 1; i < nights.length; ++i) {
      const differing = contexts.filter((name) => {
        const before = overview.nights[name][nights[i - 1]];
        const after = overview.nights[name][nights[i]];
        if (!before || !after || before === after) return false;
        return typeof before !== 'number' || Math.abs(after / before - 1) > 0.005;  // a step of a clock is 15 MHz
      });
      if (differing.length) marks.push({at: i - 0.5, text: differing.join(', '), differing});
    }
    // Where every night has another card, that is no news: only what is not the card's or host's change is marked.
    if (marks.length <= 30) return marks;
    return marks.map((mark) => ({...mark, text: mark.differing.filter((name) => !['card', 'host'].includes(name)).join(', ')}))
        .filter((mark) => mark.text);
  }

  function unpacked(data) {
    if (data.unpacked) return data;
    for (const name of ['time', 'low', 'high', 'processes', 'status', 'baseline', 'tolerance']) data[name] = warpmark.column(data[name]);
    for (const name of Object.keys(data.counters)) data.counters[name] = warpmark.column(data.counters[name]);
    for (const name of Object.keys(data.code)) data.code[name] = warpmark.column(data.code[name]);
    data.unpacked = true;
    return data;
  }

  const signOf = {bad: 'triangle', good: 'rectRot', wait: 'rect', plain: 'circle'};

  function timeChart(overview, data, shown) {
    const dates = data.nights.map((night) => words.night(overview.nights.date[night]));
    const position = new Map(data.nights.map((night, i) => [night, i]));
    const from = shown === 'all' ? 0 : Math.max(0, dates.length - Number(shown));
    const slice = (values) => values.slice(from);
    const points = (values) => slice(values).map((y, x) => ({x, y}));
    const bound = (sign) => data.baseline.map((value, i) => (value === null ? null : value * (1 + sign * data.tolerance[i])));
    const kinds = data.status.map(words.kind);
    const label = `Times of ${data.key} in ${words.count(dates.length - from, 'night')}; the table below holds them`;
    return charts.figure(label, 'Line: median over processes; shade around it: lowest to highest process; green: baseline and '
                                + 'its tolerance. Solid marks are changes of level, dashed ones another driver, card, clock, ...', () => {
      const colours = kinds.map((kind) => (kind === 'plain' ? charts.colour('series') : charts.colour(kind)));
      const marks = [
        ...contextMarks(overview, data.nights).map((mark) => ({...mark, dashed: true, colour: charts.colour('faint')})),
        ...data.changes.map((change) => ({
          at: position.get(change.begin) - 0.5, until: position.get(change.end) - 0.5, colour: charts.colour('mark'),
          text: words.percent(change.after / change.before)})),
      ].filter((mark) => mark.at >= from - 0.5).map((mark) => ({...mark, at: mark.at - from, until: mark.until - from}));
      const line = {pointRadius: 0, borderWidth: 0, spanGaps: true};
      const many = dates.length - from > 120;
      return {
        type: 'line',
        data: {datasets: [
          {...line, label: 'tolerance', data: points(bound(1)), stepped: 'middle'},
          {...line, label: 'baseline', data: points(bound(-1)), stepped: 'middle', fill: '-1', backgroundColor: charts.colour('baseline')},
          {...line, label: 'highest', data: points(data.high)},
          {...line, label: 'lowest', data: points(data.low), fill: '-1', backgroundColor: charts.colour('band')},
          {label: 'median', data: points(data.time), spanGaps: true, borderWidth: 1.5, borderColor: charts.colour('series'),
           pointBackgroundColor: slice(colours), pointBorderColor: slice(colours), pointStyle: slice(kinds.map((kind) => signOf[kind])),
           pointRadius: slice(kinds.map((kind) => (kind !== 'plain' ? (many ? 3.5 : 5) : many ? 1.5 : 3)))},
        ]},
        options: {
          maintainAspectRatio: false,
          interaction: {mode: 'index', intersect: false},
          scales: {x: {type: 'linear', min: -0.5, max: dates.length - from - 0.5, ticks: {
            maxRotation: 0, precision: 0, callback: (value) => (Number.isInteger(value) && dates[value + from] ? dates[value + from].slice(0, 10) : '')}},
                   y: {title: {display: true, text: 'us'}, grace: '10%'}},
          plugins: {legend: {display: false}, tooltip: {
            filter: (item) => item.dataset.label === 'median',
            callbacks: {
              title: ([item]) => dates[item.dataIndex + from],
              label: (item) => tip(overview, data, item.dataIndex + from),
            }}},
        },
        plugins: [charts.marks(marks)],
      };
    });
  }

  function tip(overview, data, i) {
    const night = data.nights[i];
    const {commit, driver} = overview.nights;
    return [`${words.time(data.time[i])} (${words.number(data.low[i])} to ${words.number(data.high[i])}, ${data.processes[i]} processes)`,
            `commit ${words.short(commit[night], 12)}, driver ${driver[night] || '–'}`, data.status[i] || 'not judged'];
  }

  function nightsTable(slug, overview, data) {
    const rows = data.nights.map((night, i) => ({night, i})).reverse();
    const {date, commit, driver, card, hash} = overview.nights;
    return sortedTable(`${words.count(rows.length, 'night')}, the newest first`, [
      {title: 'Night', value: ({night}) => date[night], cell: ({night}) => element('a', {
        href: warpmark.link([slug, 'before-after'], {a: hash[Math.max(0, night - 1)], b: hash[night]}),
        title: 'Everything of this night, against the night before'}, words.night(date[night]))},
      {title: 'Time', number: true, value: ({i}) => data.time[i], cell: ({i}) => words.time(data.time[i])},
      {title: 'Lowest', number: true, value: ({i}) => data.low[i], cell: ({i}) => words.number(data.low[i])},
      {title: 'Highest', number: true, value: ({i}) => data.high[i], cell: ({i}) => words.number(data.high[i])},
      {title: 'Baseline', number: true, value: ({i}) => data.baseline[i], cell: ({i}) => words.number(data.baseline[i])},
      {title: 'Verdict', value: ({i}) => data.status[i], cell: ({i}) => words.status(data.status[i])},
      {title: 'Commit', value: ({night}) => commit[night], cell: ({night}) => words.short(commit[night], 12)},
      {title: 'Driver', value: ({night}) => driver[night], cell: ({night}) => driver[night] || '–'},
      {title: 'Card', value: ({night}) => card[night], cell: ({night}) => words.short(card[night], 12)},
    ], rows, '');
  }

  function metricsTable(title, metrics) {
    const rows = Object.entries(metrics).map(([name, values]) => {
      const known = values.filter((value) => value !== null);
      return {name, values, known, last: known[known.length - 1], varies: known.some((value) => value !== known[0])};
    }).filter(({known}) => known.length);
    if (!rows.length) return null;
    const table = (kept) => element('div', {class: 'scroll'}, element('table', {}, element('thead', {}, element(
      'tr', {}, ['', 'Newest', 'Lowest', 'Highest', 'Over the nights'].map((text, i) => element(
        'th', {scope: 'col', class: i > 0 && i < 4 ? 'number' : null}, text)))), element('tbody', {}, kept.map((row) => element(
      'tr', {}, element('th', {scope: 'row'}, row.name), ...[row.last, Math.min(...row.known), Math.max(...row.known)].map(
        (value) => element('td', {class: 'number'}, words.number(value))),
      element('td', {}, row.varies ? sparkline(row.values, `${row.name} over the nights`) : 'constant'))))));
    const varying = rows.filter(({varies}) => varies);
    const constant = rows.filter(({varies}) => !varies);
    return [element('h2', {}, title), varying.length ? table(varying) : null,
            constant.length ? element('details', {open: !varying.length}, element('summary', {}, `${constant.length} that never changed`), table(constant)) : null];
  }

  function judgement(overview, data) {
    const indices = Object.keys(data.words).map(Number);
    if (!indices.length) return null;
    const box = (i) => element('div', {class: 'change'}, element('div', {}, words.night(overview.nights.date[data.nights[i]]), ': ', words.status(data.status[i])),
                               element('div', {class: 'words'}, data.words[i].detail),
                               element('ul', {}, data.words[i].causes.map((cause) => element('li', {}, cause))));
    const newest = indices[indices.length - 1];
    const isLast = newest === data.nights.length - 1;
    const older = indices.filter((i) => i !== newest || !isLast).reverse().slice(0, 50);
    return [element('h2', {}, 'What the gate said'), isLast ? box(newest) : null,
            older.length ? element('details', {}, element('summary', {}, words.count(older.length, 'earlier night')), older.map(box)) : null];
  }

  async function draw({gpu, overview, argument, query}) {
    const key = argument[0];
    const index = overview.index.get(key);
    if (index === undefined) throw new Error(`There is no benchmark ${key} here.`);
    const data = unpacked(await warpmark.load(`${gpu.slug}/benchmark-${index}`));
    const shown = query.get('nights') || 'all';
    const last = data.nights.length - 1;
    const ratio = data.baseline[last] === null || data.time[last] === null ? null : data.time[last] / data.baseline[last];
    const place = element('div', {}, timeChart(overview, data, shown));
    const range = choice('Nights', 'nights', [['all', 'all'], ['90', 'the last 90'], ['30', 'the last 30']], query, (value) => {
      place.replaceChildren(timeChart(overview, data, value));
      document.getElementById('page').dispatchEvent(new CustomEvent('shown'));
    });
    return element('article', {'data-title': key}, element('h1', {}, key),
                   element('p', {class: 'faint'}, [data.label, ...(data.kernels || [])].filter(Boolean).join(' · ')),
                   element('p', {id: 'newest'}, words.status(data.status[last]), ` ${words.night(overview.nights.date[data.nights[last]])}: `,
                           element('strong', {id: 'time'}, words.time(data.time[last])),
                           ratio === null ? '' : ` (${words.percent(ratio)} against the baseline's ${words.time(data.baseline[last])}, `
                                                 + `tolerance ${(100 * data.tolerance[last]).toFixed(2)} %)`),
                   element('div', {class: 'controls'}, range), place,
                   element('h2', {}, 'Changes of level'),
                   data.changes.length ? [...data.changes].reverse().map((change) => changeBox(overview, change))
                                       : element('p', {}, 'None: no three nights agree on another level.'),
                   judgement(overview, data),
                   element('details', {}, element('summary', {}, 'Every night as a table'), nightsTable(gpu.slug, overview, data)),
                   metricsTable('Counters', data.counters), metricsTable('Machine code', data.code));
  }

  warpmark.page('benchmark', draw);
})();
