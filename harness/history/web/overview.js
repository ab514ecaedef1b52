// The first page: what is red, what changed, how each family goes, and every benchmark.
'use strict';

(() => {
  const recent = 14;  // nights whose changes the first page shows
  const most = 12;    // rows of each of its lists

  function rowsOf(overview) {
    const {key, time, ratio, status, last, slower_since: since} = overview.benchmarks;
    const lastChange = new Map();
    for (const change of overview.changes) {
      const known = lastChange.get(change.benchmark);
      if (!known || change.begin > known.begin) lastChange.set(change.benchmark, change);
    }
    return key.map((name, i) => ({key: name, time: time[i], ratio: ratio[i], status: status[i], last: last[i],
                                  since: since[i], change: lastChange.get(i)}));
  }

  function isRed(row) {
    return words.failing.includes(row.status) || row.since !== null;
  }

  function columns(slug, overview) {
    const {date} = overview.nights;
    return [
      {title: 'Benchmark', key: true, value: (row) => row.key, cell: (row) => benchmarkLink(slug, row.key)},
      {title: 'Time', number: true, value: (row) => row.time, cell: (row) => words.time(row.time)},
      {title: 'Against baseline', number: true, value: (row) => row.ratio, cell: (row) => words.percent(row.ratio)},
      {title: 'Verdict', value: (row) => row.status, cell: (row) => words.status(row.status)},
      {title: 'Slower since', value: (row) => row.since, cell: (row) => (row.since === null ? '' : words.day(date[row.since]))},
      {title: 'Last change', value: (row) => row.change && row.change.begin,
       cell: (row) => (row.change ? element('span', {}, words.change(row.change.after / row.change.before), ' ',
                                            words.day(date[row.change.begin])) : '')},
      {title: 'Last night', value: (row) => row.last, cell: (row) => words.day(date[row.last])},
    ];
  }

  function tile(count, text, href, kind) {
    return element('li', {}, element('a', {href, class: kind}, element('b', {class: count ? kind : null}, count), text));
  }

  function newest(overview) {
    const {nights} = overview;
    const i = nights.date.length - 1;
    const facts = ['commit', 'driver', 'CUDA', 'compiler', 'card', 'host', 'SM MHz', 'memory MHz', 'power limit W'];
    return element('details', {}, element('summary', {}, `Newest night ${words.night(nights.date[i])}, commit `,
                                          `${words.short(nights.commit[i], 12)}, driver ${nights.driver[i] || '–'}`),
                   element('dl', {class: 'facts'}, facts.flatMap((name) => [
                     element('dt', {}, name), element('dd', {}, nights[name][i] || '–')])));
  }

  function families(slug, overview) {
    return element('div', {class: 'cards'}, Object.entries(overview.families).map(([name, packed]) => {
      const ratios = warpmark.column(packed);
      const known = ratios.filter((ratio) => ratio !== null);
      const now = known[known.length - 1];
      const text = known.length ? `${words.percent(now)} since its first nights` : 'no times';
      return element('a', {href: warpmark.link([slug], {q: `${name}/`})}, element('strong', {}, name), element(
        'div', {class: 'faint'}, text), sparkline(ratios, `${name}: ${text}`, 0.02));
    }));
  }

  function all(slug, overview, rows, query) {
    const place = element('div');
    let status = query.get('status') || '';
    const search = searchField(query, (matches) => {
      matching = matches;
      show();
    });
    let matching = search.matches;
    const kinds = [...new Set(rows.map((row) => row.status))].filter(Boolean).sort();
    const filter = choice('Verdict', 'status', [['', 'any'], ['red', 'red, or slower than baseline'],
                                                ['changed', 'with a change'], ['better', 'better'],
                                                ['undecided', 'undecided'], ...kinds.map((kind) => [kind, kind])],
                          query, (value) => {
      status = value;
      show();
    });
    function chosen(row) {
      if (status === 'red') return isRed(row);
      if (status === 'changed') return Boolean(row.change);
      if (status === 'better' || status === 'undecided') return words[status].includes(row.status);
      return !status || row.status === status;
    }
    function show() {
      const kept = rows.filter((row) => matching(row.key) && chosen(row));
      place.replaceChildren(sortedTable(`${kept.length} of ${words.count(rows.length, 'benchmark')}`, columns(slug, overview), kept,
                                        new URLSearchParams(location.hash.split('?')[1]).get('sort')));
    }
    show();
    return [element('div', {class: 'controls', role: 'search'}, search.field, filter), place];
  }

  function draw({gpu, overview, query}) {
    const rows = rowsOf(overview);
    const last = overview.nights.date.length - 1;
    const red = rows.filter(isRed).sort((a, b) => (b.ratio || 9) - (a.ratio || 9));
    const changes = overview.changes.filter((change) => change.end > last - recent);
    const count = (statuses) => rows.filter((row) => statuses.includes(row.status)).length;
    const here = (status) => warpmark.link([gpu.slug], {status});
    return element('article', {'data-title': 'Overview'},
                   element('h1', {}, gpu.name),
                   element('p', {class: 'faint'}, `${words.count(overview.nights.date.length, 'night')}, ${words.day(overview.nights.date[0])} to `,
                           `${words.day(overview.nights.date[last])}; each benchmark is shown as of its own last night.`),
                   newest(overview),
                   element('ul', {class: 'tiles'}, tile(red.length, 'red', here('red'), 'bad'),
                           tile(changes.length, `changes in ${recent} nights`, warpmark.link([gpu.slug, 'changes']), ''),
                           tile(count(words.better), 'better', here('better'), 'good'),
                           tile(count(words.undecided), 'undecided', here('undecided'), 'wait'),
                           tile(rows.length, 'benchmarks', here(''), '')),
                   red.length ? [element('h2', {}, 'Red'), sortedTable(
                     red.length > most ? `the first ${most} of ${red.length}` : '', columns(gpu.slug, overview), red.slice(0, most), ''),
                     red.length > most ? element('p', {}, element('a', {href: here('red')}, 'All of them')) : null] : null,
                   changes.length ? [element('h2', {}, `Changes in the last ${recent} nights`),
                     changeBoxes(gpu.slug, overview, changes, most)[0],
                     element('p', {}, element('a', {href: warpmark.link([gpu.slug, 'changes'])}, 'All changes'))] : null,
                   element('h2', {}, 'Families'),
                   element('p', {class: 'faint'}, 'Geometric mean of times, each benchmark against its own first nights: up is slower.'),
                   families(gpu.slug, overview),
                   element('h2', {'data-target': ['q', 'status', 'sort'].some((name) => query.has(name))}, 'Benchmarks'), all(gpu.slug, overview, rows, query));
  }

  /// Changes, the newest first. What many benchmarks did in one night is one thing, with one cause most likely: it is
  /// said once, with the reasons that all of them share.
  function changeBoxes(slug, overview, changes, atMost) {
    const together = 4;
    const nights = new Map();
    for (const change of [...changes].sort((a, b) => b.begin - a.begin)) {
      if (!nights.has(change.begin)) nights.set(change.begin, []);
      nights.get(change.begin).push(change);
    }
    const link = (change) => benchmarkLink(slug, overview.benchmarks.key[change.benchmark]);
    const boxes = [...nights.values()].flatMap((of) => {
      if (of.length < together) return of.map((change) => changeBox(overview, change, link(change)));
      const ratios = of.map((change) => change.after / change.before).sort((a, b) => a - b);
      const slower = ratios.filter((ratio) => ratio > 1).length;
      const shared = of[0].reasons.filter((reason) => of.every((change) => change.reasons.includes(reason)));
      return [element('div', {class: 'change'},
                      element('strong', {}, `${of.length} benchmarks, ${words.night(overview.nights.date[of[0].begin])}: `),
                      `${slower} slower, ${of.length - slower} faster, from ${words.percent(ratios[0])} to `,
                      `${words.percent(ratios[ratios.length - 1])}`,
                      element('ul', {}, shared.map((reason) => element('li', {}, reason))),
                      listed(of, link))];
    });
    return [boxes.slice(0, atMost), boxes.length > atMost ? boxes.length - atMost : 0];
  }

  /// The names are many: they are made when they are asked for.
  function listed(changes, link) {
    const list = element('ul');
    const details = element('details', {}, element('summary', {}, 'Which'), list);
    details.addEventListener('toggle', () => {
      list.replaceChildren(...changes.map((change) => element('li', {}, link(change), ' ', words.change(change.after / change.before))));
    }, {once: true});
    return details;
  }

  function drawChanges({gpu, overview, query}) {
    const place = element('div');
    const search = searchField(query, show);
    function show(matches, atMost = 100) {
      const kept = overview.changes.filter((change) => matches(overview.benchmarks.key[change.benchmark]));
      const [boxes, more] = changeBoxes(gpu.slug, overview, kept, atMost);
      place.replaceChildren(element('p', {class: 'faint'}, `${words.count(kept.length, 'change')}, the newest first`), ...boxes,
                            more ? element('button', {type: 'button', onclick: () => show(matches, Infinity)}, `Show ${more} more`) : '');
    }
    show(search.matches);
    return element('article', {'data-title': 'Changes'}, element('h1', {}, 'Changes of level'),
                   element('p', {class: 'faint'}, 'A change is known once three nights agree on it. What differs between its '
                                                  + 'last night before and its first after stands below it.'),
                   element('div', {class: 'controls', role: 'search'}, search.field), place);
  }

  warpmark.page('', draw);
  warpmark.page('changes', drawChanges);
})();
