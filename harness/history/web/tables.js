// Tables that are long: sorted by any column, and shown a part at a time.
'use strict';

/// columns: [{title, value(row) for sorting, cell(row) for showing, number: right-aligned}]. The order is kept in the
/// address as `sort`, a column's position with a `-` before it for the other way round.
function sortedTable(caption, columns, rows, sort) {
  const atOnce = 200;
  const body = element('tbody');
  const more = element('button', {type: 'button'});
  let shown = atOnce;
  let order = /^-?\d+$/.test(sort || '') && Math.abs(Number(sort)) < columns.length ? sort : '';

  function inOrder() {
    if (!order) return rows;
    const column = columns[Math.abs(Number(order))];
    const sign = order.startsWith('-') ? -1 : 1;
    const absent = (value) => value === null || value === undefined || value === '';
    return rows.map((row) => [column.value(row), row]).sort(([a], [b]) => {
      if (absent(a) || absent(b)) return absent(a) - absent(b);
      return sign * (typeof a === 'number' ? a - b : String(a).localeCompare(String(b)));
    }).map(([, row]) => row);
  }

  function draw() {
    body.replaceChildren(...inOrder().slice(0, shown).map((row) => element('tr', {}, columns.map((column) => element(
      'td', {class: column.number ? 'number' : column.key ? 'key' : null}, column.cell(row))))));
    more.hidden = rows.length <= shown;
    more.textContent = `Show all ${rows.length}`;
    headings.forEach((heading, i) => {
      const mine = order && Math.abs(Number(order)) === i;
      if (mine) heading.setAttribute('aria-sort', order.startsWith('-') ? 'descending' : 'ascending');
      else heading.removeAttribute('aria-sort');
    });
  }

  const headings = columns.map((column, i) => element('th', {scope: 'col', class: column.number ? 'number' : null}, element(
    'button', {type: 'button', title: 'Sort by it', onclick: () => {
      order = order === String(i) ? `-${i}` : String(i);
      warpmark.remember('sort', order);
      draw();
    }}, column.title)));
  more.addEventListener('click', () => {
    shown = rows.length;
    draw();
  });
  draw();
  return element('div', {}, element('div', {class: 'scroll'}, element(
    'table', {}, element('caption', {}, caption), element('thead', {}, element('tr', {}, headings)), body)), more);
}

/// A search field that filters while it is typed in, keeps its text in the address, and takes words in any order;
/// `*` stands for anything.
function searchField(query, onchange) {
  const input = element('input', {type: 'search', value: query.get('q') || '', placeholder: 'stream/triad l2:cold',
                                  'aria-keyshortcuts': '/'});
  input.addEventListener('input', () => {
    warpmark.remember('q', input.value.trim());
    onchange(matcher(input.value));
  });
  return {field: element('label', {class: 'wide'}, 'Search (press /)', input), matches: matcher(input.value)};
}

function matcher(text) {
  const parts = text.trim().toLowerCase().split(/\s+/).filter(Boolean).map(
      (word) => new RegExp(word.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')));
  return (key) => parts.every((part) => part.test(key.toLowerCase()));
}

/// A choice whose value is kept in the address. options: [[value, text]].
function choice(title, name, options, query, onchange) {
  const chosen = query.get(name) || options[0][0];
  const select = element('select', {}, options.map(([value, text]) => element(
    'option', {value, selected: value === chosen}, text)));
  select.addEventListener('change', () => {
    warpmark.remember(name, select.value === options[0][0] ? '' : select.value);
    onchange(select.value);
  });
  return element('label', {}, title, select);
}
