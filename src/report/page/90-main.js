/* The table of verdicts, the choice of a property, keys, themes. */

const DATA = JSON.parse(byId('data').textContent);
const RESULTS = DATA.results;
let current = -1;

/* The address of a property is its name; where several have it, all but the first have their
 * number, which always does. */
const NAMES = new Map();
RESULTS.forEach((result, i) => {
  if (!NAMES.has(result.property)) NAMES.set(result.property, i);
});

function addressOf(i) {
  const name = RESULTS[i].property;
  return '#' + (NAMES.get(name) === i && !/^\d+$/.test(name) ? encodeURIComponent(name) : i + 1);
}

/* -1 if there is none. */
function addressed(hash) {
  let name = hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    /* then it is as it stands */
  }
  if (NAMES.has(name) && !/^\d+$/.test(name)) return NAMES.get(name);
  const number = parseInt(name, 10) - 1;
  return number >= 0 && number < RESULTS.length ? number : -1;
}

/* ---- verdicts ---- */

function verdictRow(result, i, files) {
  const choose = event => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey) return; /* a new tab */
    event.preventDefault();
    select(i);
  };
  return h(
    'tr',
    {'data-result': i, onclick: choose},
    h('td', {}, h('span', {class: 'badge ' + (result.verdict || 'run')}, result.verdict || 'run')),
    files && h('td', {class: 'soft wide'}, result.file),
    h(
      'td',
      {class: result.property.length > 30 ? 'long' : null},
      h('a', {href: addressOf(i), class: 'link name-button', onclick: choose}, result.property)
    ),
    h('td', {class: 'formula wide'}, h('code', {}, result.formula || '')),
    h('td', {class: 'soft wide'}, result.engine || ''),
    h('td', {class: 'number'}, result.seconds === undefined ? '' : seconds(result.seconds)),
    h('td', {class: 'soft wide'}, evidenceWords(result), vacuousWord(result))
  );
}

function showVerdicts() {
  byId('verdicts').hidden = RESULTS.length === 1 && RESULTS[0].kind === 'run';
  const files = new Set(RESULTS.map(result => result.file)).size > 1;
  const body = h(
    'tbody',
    {},
    RESULTS.map((result, i) => verdictRow(result, i, files))
  );
  const column = (name, wide) => h('th', {scope: 'col', class: wide ? 'wide' : null}, name);
  const table = h(
    'table',
    {class: 'plain', id: 'verdict-table'},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        column('Verdict'),
        files && column('Model', true),
        column('Property'),
        column('Formula', true),
        column('Engine', true),
        h('th', {scope: 'col', class: 'number'}, 'Time'),
        column('Evidence', true)
      )
    ),
    body
  );
  const filter = RESULTS.length > 12 && filterLine(body);
  byId('verdicts').replaceChildren(
    h('div', {class: 'card'}, filter, h('div', {class: 'verdicts-scroll'}, table))
  );
}

/* With many properties: by text and by verdict. */
function filterLine(body) {
  const kinds = new Set();
  const apply = () => {
    const query = search.value.trim().toLowerCase();
    RESULTS.forEach((result, i) => {
      body.children[i].hidden =
        (kinds.size && !kinds.has(result.verdict)) ||
        !`${result.property} ${result.formula || ''} ${result.file} ${result.engine}`
          .toLowerCase()
          .includes(query);
    });
  };
  const search = h('input', {
    type: 'search',
    placeholder: 'Find a property',
    'aria-label': 'Find a property',
    spellcheck: 'false',
    oninput: apply
  });
  const button = verdict =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': 'false',
        onclick: event => {
          const on = !kinds.delete(verdict);
          if (on) kinds.add(verdict);
          event.currentTarget.setAttribute('aria-pressed', String(on));
          apply();
        }
      },
      verdict
    );
  return h(
    'div',
    {class: 'filter-line'},
    search,
    h(
      'span',
      {class: 'group', role: 'group', 'aria-label': 'Verdicts'},
      ['violated', 'unknown', 'holds', 'unreachable', 'reached']
        .filter(verdict => RESULTS.some(result => result.verdict === verdict))
        .map(button)
    )
  );
}

function select(i, quietly) {
  if (i < 0 || i >= RESULTS.length) return;
  current = i;
  for (const row of byId('verdicts').querySelectorAll('tbody tr')) {
    const on = +row.dataset.result === i;
    if (on) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
    if (on && !quietly) row.scrollIntoView({block: 'nearest'});
  }
  showDetail(RESULTS[i]);
  if (!quietly)
    try {
      history.replaceState(null, '', addressOf(i));
    } catch {
      /* not from a file, in some browsers */
    }
}

/* The next property up or down that the filter shows. */
function selectNext(by) {
  const rows = [...byId('verdicts').querySelectorAll('tbody tr')].filter(row => !row.hidden);
  const at = rows.findIndex(row => +row.dataset.result === current);
  const row = rows[clamp(at + by, 0, rows.length - 1)];
  if (row) select(+row.dataset.result);
}

/* ---- frame ---- */

function showFrame() {
  const files = [...new Set(RESULTS.map(result => result.file))];
  byId('subject').textContent =
    files.length > 2 ? `${files[0]} and ${files.length - 1} more` : files.join(', ');
  document.title = (files.length ? files[0].replace(/.*\//, '') : 'nothing checked') + ' – Rondo';
  byId('footer').textContent =
    `Rondo ${DATA.version}. This page is complete in itself and loads nothing from elsewhere.`;
  byId('counts').replaceChildren(
    ...['violated', 'unknown', 'holds', 'unreachable', 'reached']
      .map(verdict => [verdict, RESULTS.filter(result => result.verdict === verdict).length])
      .filter(([, count]) => count)
      .map(([verdict, count]) =>
        h(
          'span',
          {class: 'count ' + verdict},
          h('b', {}, String(count)),
          ' ' + (verdict === 'holds' && count !== 1 ? 'hold' : verdict)
        )
      )
  );
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
  byId('theme').setAttribute(
    'aria-label',
    `Switch to ${theme === 'dark' ? 'light' : 'dark'} colours`
  );
}

function storedTheme() {
  try {
    return localStorage.getItem('rondo-theme');
  } catch {
    return null;
  }
}

function toggleTheme() {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  setTheme(theme);
  try {
    localStorage.setItem('rondo-theme', theme);
  } catch {
    /* then it is for this visit */
  }
}

const KEYS = [
  ['j k', 'next, previous property'],
  ['← →', 'one step back, forward; with Shift ten'],
  ['Home End', 'first, last step'],
  ['[ ]', 'previous, next change of the chosen row, or of any'],
  ['↑ ↓', 'choose a row'],
  ['/', 'find a signal'],
  ['c', 'only what changes'],
  ['t', 'waves or table'],
  ['f', 'loop folded, once, twice'],
  ['+ − 0', 'zoom in, out, all steps'],
  ['d', 'light or dark'],
  ['?', 'these keys']
];

function buildHelp() {
  byId('help').replaceChildren(
    h('h2', {id: 'help-title'}, 'Keys'),
    h(
      'dl',
      {},
      KEYS.map(([keys, words]) => [
        h(
          'dt',
          {},
          keys.split(' ').map(key => [h('kbd', {}, key), ' '])
        ),
        h('dd', {}, words)
      ])
    ),
    h('form', {method: 'dialog'}, h('button', {}, 'Close'))
  );
}

function onKey(event) {
  const field = event.target.closest('input, select, textarea');
  if (event.key === 'Escape' && field && field.type === 'search') {
    field.value = '';
    field.dispatchEvent(new Event('input'));
    field.blur();
    return;
  }
  if (event.key === 'Enter' && field && viewer && field === viewer.search)
    return viewer.box.focus();
  if (
    (field && field.type !== 'checkbox') ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    byId('help').open
  )
    return;
  const keys = {
    j: () => selectNext(1),
    k: () => selectNext(-1),
    d: toggleTheme,
    '?': () => byId('help').showModal()
  };
  if (Object.hasOwn(keys, event.key)) keys[event.key]();
  else if (!viewer || !viewer.onKey(event.key, event.shiftKey)) return;
  event.preventDefault();
}

/* ---- start ---- */

const dark = matchMedia('(prefers-color-scheme: dark)');
setTheme(storedTheme() || (dark.matches ? 'dark' : 'light'));
dark.addEventListener('change', () => {
  if (!storedTheme()) setTheme(dark.matches ? 'dark' : 'light');
});
showFrame();
buildHelp();
byId('theme').addEventListener('click', toggleTheme);
byId('help-open').addEventListener('click', () => byId('help').showModal());
document.addEventListener('keydown', onKey);
addEventListener('hashchange', () => select(addressed(location.hash)));
showVerdicts();
if (RESULTS.length) {
  const asked = addressed(location.hash),
    violated = RESULTS.findIndex(result => result.verdict === 'violated');
  select(asked >= 0 ? asked : Math.max(0, violated), true);
} else {
  byId('detail').replaceChildren(h('p', {class: 'card empty'}, 'No property was checked.'));
}
