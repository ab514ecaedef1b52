// Elements and the words in them. Text from the history only ever becomes text, never markup.
'use strict';

/// element('a', {href: '#', class: 'bad'}, child or text, ...); attributes that are null or false are left out.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (attribute.startsWith('on')) {
      made.addEventListener(attribute.slice(2), value);
    } else {
      made.setAttribute(attribute, value === true ? '' : value);
    }
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/// The way to a benchmark's page; its name may break after each part.
function benchmarkLink(slug, key) {
  const parts = key.split('/');
  return element('a', {href: warpmark.link([slug, 'benchmark', key])},
                 parts.map((part, i) => (i + 1 < parts.length ? [`${part}/`, element('wbr')] : part)));
}

const words = (() => {
  const failing = ['regression', 'numerics changed', 'counter changed', 'error', 'missing', 'expired'];
  const better = ['improved', 'unexpectedly fixed'];
  const undecided = ['inconclusive', 'unstable'];
  const signs = {bad: '▲', good: '▼', wait: '?', plain: '·'};

  function kind(status) {
    if (failing.includes(status)) return 'bad';
    if (better.includes(status)) return 'good';
    return undecided.includes(status) || status === 'expected' ? 'wait' : 'plain';
  }

  function number(value) {
    if (value === null || value === undefined) return '–';
    if (Number.isInteger(value)) return value.toLocaleString('en', {useGrouping: Math.abs(value) >= 100000});
    return String(Number(value.toPrecision(5)));
  }

  /// A factor of 3 either way: from there on percent say little.
  const isFar = (ratio) => ratio >= 3 || ratio <= 1 / 3;

  function percent(ratio) {
    if (ratio === null || ratio === undefined) return '–';
    if (!isFar(ratio)) return `${ratio >= 1 ? '+' : '−'}${Math.abs(100 * (ratio - 1)).toFixed(2)} %`;
    const factor = Math.max(ratio, 1 / ratio);
    return `${factor.toFixed(Math.max(0, 2 - Math.floor(Math.log10(factor))))}x ${ratio > 1 ? 'slower' : 'faster'}`;
  }

  return {
    failing,
    better,
    undecided,
    kind,
    number,
    count: (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`,
    time: (us) => (us === null || us === undefined ? '–' : `${number(us)} us`),
    percent,
    night: (iso) => iso.slice(0, 16).replace('T', ' '),
    day: (iso) => iso.slice(0, 10),
    short: (text, length) => (text && text.length > length ? text.slice(0, length) : text || '–'),
    status: (status) => element('span', {class: `status ${kind(status)}`},
                                status ? `${status === 'pass' ? '✓' : signs[kind(status)]} ${status}` : 'not judged'),
    change: (ratio) => element('span', {class: ratio > 1 ? 'bad' : 'good'},
                               ratio > 1 ? `▲ ${isFar(ratio) ? '' : 'slower '}${percent(ratio)}`
                                         : `▼ ${isFar(ratio) ? '' : 'faster '}${percent(ratio)}`),
  };
})();

/// One level change with what else changed at that night. `title` is put before it.
function changeBox(overview, change, title) {
  const dates = overview.nights.date;
  const creep = change.end > change.begin;
  const when = creep ? `${words.night(dates[change.begin])} to ${words.night(dates[change.end])}, night by night`
                     : words.night(dates[change.begin]);
  return element('div', {class: 'change'}, title || null,
                 element('div', {}, words.change(change.after / change.before), ` ${when}: `,
                         `${words.time(change.before)} → ${words.time(change.after)}`),
                 change.reasons.length ? element('ul', {}, change.reasons.map((reason) => element('li', {}, reason)))
                                       : element('div', {class: 'faint'}, 'Nothing else that is recorded changed.'));
}

/// A small line of values over nights; `label` says it to those who do not see it. Less than `least` from lowest to
/// highest does not fill the height: noise must not look like a change.
function sparkline(values, label, least = 0) {
  const known = values.filter((value) => value !== null && value !== undefined);
  const middle = (Math.min(...known) + Math.max(...known)) / 2;
  const height = Math.max(Math.max(...known) - Math.min(...known), least) || 1;
  const x = (i) => (values.length > 1 ? (100 * i) / (values.length - 1) : 50);
  const y = (value) => 50 - (90 * (value - middle)) / height;
  let path = '';
  let pen = 'M';
  values.forEach((value, i) => {
    if (value === null || value === undefined) return;
    path += `${pen}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = 'L';
  });
  if (known.length === 1) path += 'h2';
  return svg('svg', {class: 'spark', viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': label},
             svg('path', {d: path}));
}
