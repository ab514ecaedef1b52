// The data files, the address, and which page it names.
'use strict';

const warpmark = (() => {
  const received = new Map();  // name -> data
  const loading = new Map();   // name -> promise
  const pages = [];            // {pattern, draw}
  let folder = '';
  let drawn = 0;

  /// Data files are scripts: from the disk, a page may load nothing else.
  function load(name) {
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = folder + name + '.js';
        script.onload = () => {
          script.remove();
          resolve(received.get(name));
        };
        script.onerror = () => {
          script.remove();
          loading.delete(name);
          reject(new Error(`${script.src} cannot be read: is the folder of the dashboard complete?`));
        };
        document.head.append(script);
      }));
    }
    return loading.get(name);
  }

  /// Called by each data file.
  function receive(name, data) {
    received.set(name, data);
  }

  /// Values over nights, as C++ packed them: [v, ...] or {runs: [v, count, ...]}.
  function column(packed) {
    if (Array.isArray(packed)) return packed;
    const values = [];
    for (let i = 0; i < packed.runs.length; i += 2) {
      for (let n = 0; n < packed.runs[i + 1]; ++n) values.push(packed.runs[i]);
    }
    return values;
  }

  /// The address: `#/part/part?name=value`, every part and value encoded.
  function address() {
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    return {
      parts: path.split('/').filter((part) => part !== '').map(decoded),
      query: new URLSearchParams(query || ''),
    };
  }

  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  }

  function link(parts, query = {}) {
    const set = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined && value !== null);
    const search = new URLSearchParams(set).toString();
    return '#/' + parts.map(encodeURIComponent).join('/') + (search ? '?' + search : '');
  }

  /// Keeps what the user chose in the address, without a step back for every letter typed.
  function remember(name, value) {
    const {parts, query} = address();
    if (value) query.set(name, value); else query.delete(name);
    history.replaceState(null, '', link(parts, Object.fromEntries(query)));
  }

  function page(name, draw) {
    pages.push({name, draw});
  }

  async function draw() {
    const turn = ++drawn;
    const main = document.getElementById('page');
    try {
      const gpus = await load('gpus');
      const {parts, query} = address();
      const gpu = gpus.find(({slug}) => slug === parts[0]) || gpus[0];
      if (parts.length && gpu.slug !== parts[0]) throw new Error(`There is no GPU model ${parts[0]} here.`);
      const name = parts[1] || '';
      const wanted = pages.find((each) => each.name === name);
      if (!wanted) throw new Error(`There is no page ${name}.`);
      const overview = await load(gpu.slug + '/overview');
      const content = await wanted.draw({gpu, overview: unpacked(overview), argument: parts.slice(2), query});
      if (turn !== drawn) return;  // the address has changed meanwhile
      header(gpus, gpu, name);
      main.replaceChildren(content);
      main.dispatchEvent(new CustomEvent('shown'));
      // What the address searches for stands far down on its page.
      content.querySelector('[data-target]')?.scrollIntoView();
      document.title = [content.dataset.title, gpu.name.split(',')[0], 'warpmark'].filter(Boolean).join(' - ');
    } catch (error) {
      if (turn !== drawn) return;
      main.replaceChildren(element('h1', {}, 'This page cannot be shown'), element('p', {}, error.message),
                           element('p', {}, element('a', {href: '#/'}, 'To the overview')));
    }
    main.setAttribute('data-ready', location.hash);
  }

  function unpacked(overview) {
    if (overview.unpacked) return overview;
    for (const name of Object.keys(overview.nights)) overview.nights[name] = column(overview.nights[name]);
    for (const name of Object.keys(overview.benchmarks)) overview.benchmarks[name] = column(overview.benchmarks[name]);
    overview.index = new Map(overview.benchmarks.key.map((key, i) => [key, i]));
    overview.unpacked = true;
    return overview;
  }

  function header(gpus, gpu, name) {
    const links = [['', 'Overview'], ['changes', 'Changes'], ['roofline', 'Roofline'], ['before-after', 'Before and after']];
    document.getElementById('home').href = link([gpu.slug]);
    document.getElementById('nav').replaceChildren(...links.map(([page, title]) => element(
      'a', {href: link(page ? [gpu.slug, page] : [gpu.slug]), 'aria-current': page === name ? 'page' : null}, title)));
    const select = document.getElementById('gpu');
    select.replaceChildren(...gpus.map(({slug, name: text}) => element('option', {value: slug, selected: slug === gpu.slug}, text)));
    select.onchange = () => { location.hash = link([select.value]); };
  }

  function start(where) {
    folder = where;
    addEventListener('hashchange', async () => {
      await draw();
      document.getElementById('page').focus({preventScroll: true});
      if (!document.querySelector('[data-target]')) scrollTo(0, 0);
    });
    document.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault();  // the address names pages here, not places in them
      document.getElementById('page').focus();
    });
    addEventListener('keydown', (event) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
      const search = document.querySelector('input[type=search]');
      if (event.key === '/' && !typing && search) {
        event.preventDefault();
        search.focus();
      }
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    draw();
  }

  return {start, receive, load, column, link, remember, page};
})();
