// Any two nights, benchmark by benchmark.
'use strict';

(() => {
  const contexts = ['commit', 'driver', 'CUDA', 'compiler', 'card', 'host', 'SM MHz', 'memory MHz', 'power limit W'];

  async function draw({gpu, overview, query}) {
    const {date, hash, commit} = overview.nights;
    const last = date.length - 1;
    const options = hash.map((value, i) => [value, `${words.night(date[i])}  ${words.short(commit[i], 10)}`]).reverse();
    const known = (name, otherwise) => (hash.includes(query.get(name)) ? query.get(name) : hash[otherwise]);
    const chosen = {a: known('a', Math.max(0, last - 1)), b: known('b', last)};
    const place = element('div');
    const pick = (title, name) => {
      const select = element('select', {}, options.map(([value, text]) => element('option', {value, selected: value === chosen[name]}, text)));
      select.addEventListener('change', () => {
        chosen[name] = select.value;
        warpmark.remember(name, select.value);
        show();
      });
      return element('label', {}, title, select);
    };
    const search = searchField(query, (matches) => {
      matching = matches;
      show();
    });
    let matching = search.matches;
    let turn = 0;

    async function show() {
      const mine = ++turn;
      const [a, b] = [hash.indexOf(chosen.a), hash.indexOf(chosen.b)];
      const [before, after] = await Promise.all([a, b].map(async (night) => {
        const data = await warpmark.load(`${gpu.slug}/night-${night}`);
        return {time: warpmark.column(data.time), status: warpmark.column(data.status)};
      }));
      if (mine !== turn) return;
      const time = (night, i) => (night.time[i] === undefined ? null : night.time[i]);
      const rows = overview.benchmarks.key.map((key, i) => ({key, before: time(before, i), after: time(after, i), status: after.status[i] || ''}))
          .filter((row) => matching(row.key) && (row.before !== null || row.after !== null));
      for (const row of rows) row.ratio = row.before && row.after ? row.after / row.before : null;
      const both = rows.filter((row) => row.ratio !== null);
      const mean = both.length ? Math.exp(both.reduce((sum, row) => sum + Math.log(row.ratio), 0) / both.length) : null;
      rows.sort((x, y) => Math.abs(Math.log(y.ratio || 1)) - Math.abs(Math.log(x.ratio || 1)));
      const differing = contexts.filter((name) => overview.nights[name][a] !== overview.nights[name][b]);
      place.replaceChildren(
          element('p', {}, `${words.count(both.length, 'benchmark')} in both nights, ${rows.length - both.length} in one; geometric mean of after / before `,
                  element('strong', {}, words.percent(mean))),
          differing.length ? element('dl', {class: 'facts'}, differing.flatMap((name) => [element('dt', {}, name), element(
            'dd', {}, `${overview.nights[name][a] || '–'} → ${overview.nights[name][b] || '–'}`)])) : '',
          sortedTable(`${words.count(rows.length, 'benchmark')}, the largest change first`, [
            {title: 'Benchmark', key: true, value: (row) => row.key, cell: (row) => benchmarkLink(gpu.slug, row.key)},
            {title: 'Before', number: true, value: (row) => row.before, cell: (row) => words.time(row.before)},
            {title: 'After', number: true, value: (row) => row.after, cell: (row) => words.time(row.after)},
            {title: 'Change', number: true, value: (row) => row.ratio, cell: (row) => words.percent(row.ratio)},
            {title: 'Verdict after', value: (row) => row.status, cell: (row) => words.status(row.status)},
          ], rows, new URLSearchParams(location.hash.split('?')[1]).get('sort')));
    }
    await show();
    return element('article', {'data-title': 'Before and after'}, element('h1', {}, 'Before and after'),
                   element('div', {class: 'controls', role: 'search'}, pick('Before', 'a'), pick('After', 'b'), search.field), place);
  }

  warpmark.page('before-after', draw);
})();
