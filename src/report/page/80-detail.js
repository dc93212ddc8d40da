/* The chosen property: what is known of it, the trace or the reasons, the proof, the run. */

let viewer = null; /* of the trace in view */

function evidenceWords(result) {
  const size = result.evidence.size;
  switch (result.evidence.kind) {
    case 'trace':
      return plural(size, 'step');
    case 'lasso':
      return plural(size, 'step') + ', loop';
    case 'invariant':
      return size ? 'invariant, ' + plural(size, 'clause') : 'invariant';
    case 'ranking':
      return `ranking, size ${size}`;
    case 'ctl':
      return 'CTL proof, ' + plural(size, 'update');
    default:
      return result.reason || '–';
  }
}

/* What the checker left open. */
function trusted(result) {
  return result.evidence.trusted ? ` Not shown: ${result.evidence.trusted}.` : '';
}

function summary(result) {
  if (result.kind === 'run') return `A run of ${plural(result.evidence.size, 'step')}.`;
  const by = result.engine ? ` by ${result.engine} in ${seconds(result.seconds)}` : '';
  if (result.verdict === 'unknown')
    return (
      `Not decided in ${seconds(result.seconds)}: ${result.reason}.` +
      (result.bound ? ` No violation in fewer than ${plural(result.bound, 'step')}.` : '')
    );
  if (result.evidence.kind === 'ctl')
    return `Decided${by}; the proof of ${plural(result.evidence.size, 'update')} was checked.`;
  if (result.verdict === 'unreachable')
    return `No run reaches it: proved${by}; the certificate was checked on the model.`;
  if (result.verdict === 'holds')
    return `Proved${by}; the certificate was checked on the model.${trusted(result)}`;
  const trace = result.traces[0];
  if (result.verdict === 'reached')
    return `A run of ${plural(trace.steps, 'step')} reaches it in its last step. Found${by}; replayed on the model.`;
  return (
    (trace.loop >= 0
      ? `A run of ${plural(trace.steps, 'step')} that returns to step ${trace.loop + (trace.first || 0)} for ever violates it.`
      : `A run of ${plural(trace.steps, 'step')} violates it in its last step.`) +
    ` Found${by}; replayed on the model.${trusted(result)}`
  );
}

function showTrace(result, index, place) {
  if (viewer) viewer.close();
  viewer = new Viewer(new Trace(result.traces[index]));
  const data = viewer.trace,
    chart = messageChart(data, step => viewer.goTo(step)),
    game = tokenGame(result.net, data);
  place.replaceChildren(...[chart, game, viewer].filter(Boolean).map(part => part.element));
  viewer.resize();
  /* a finite violation is at the end */
  viewer.cursor = data.isLasso || result.kind === 'run' || result.reasons ? 0 : data.steps - 1;
  viewer.reveal();
  viewer.paint();
}

function traceSection(result) {
  const place = h('div');
  const section = h(
    'section',
    {class: 'block', id: 'trace', 'aria-label': 'Trace'},
    h('div', {class: 'head'}, h('h2', {}, 'Trace')),
    place
  );
  return [section, () => showTrace(result, 0, place)];
}

/* ---- reasons for a CTL verdict ---- */

function reasonWords(reason, number, numbers) {
  const where =
    number && numbers[reason.parent]
      ? `in step ${reason.step} of path ${numbers[reason.parent]}`
      : 'initially';
  if (reason.trace !== null) return `${where}, as path ${numbers[number]} shows`;
  return (
    where +
    (reason.exists === reason.truth
      ? ': by the proof; the path is too long to show'
      : ': proved for all paths from there')
  );
}

function reasonTree(reasons, numbers, choose) {
  const children = reasons.map(() => []);
  reasons.forEach((reason, i) => {
    if (i && reason.parent !== i) children[reason.parent].push(i);
  });
  const item = i => {
    const reason = reasons[i];
    return h(
      'li',
      {role: 'treeitem', 'aria-expanded': children[i].length ? 'true' : null},
      h(
        'div',
        {class: 'reason', 'data-reason': i},
        h(
          'span',
          {class: 'truth t' + +reason.truth},
          reason.truth ? '✓' : '✗',
          h('span', {class: 'hidden-text'}, reason.truth ? 'true' : 'false')
        ),
        h('code', {}, unquoted(reason.formula)),
        h(
          'span',
          {class: 'why'},
          `is ${reason.truth} `,
          reasonWords(reason, i, numbers),
          reason.trace !== null && [
            ' ',
            h('button', {type: 'button', class: 'link', onclick: () => choose(i)}, 'show path')
          ]
        )
      ),
      children[i].length > 0 && h('ul', {class: 'reasons', role: 'group'}, children[i].map(item))
    );
  };
  const roots = reasons.map((reason, i) => i).filter(i => !i || reasons[i].parent === i);
  return h(
    'ul',
    {class: 'reasons', role: 'tree', 'aria-label': 'Why the formula is true or false'},
    roots.map(item)
  );
}

function reasonsSection(result) {
  const reasons = result.reasons,
    numbers = [];
  let paths = 0;
  for (const reason of reasons) numbers.push(reason.trace === null ? 0 : ++paths);
  const place = h('div'),
    caption = h('h2', {}, 'Path');
  const choose = i => {
    for (const node of tree.querySelectorAll('.reason'))
      node.classList.toggle('chosen', +node.dataset.reason === i);
    caption.textContent = `Path ${numbers[i]}`;
    showTrace(result, reasons[i].trace, place);
  };
  const tree = h(
    'div',
    {class: 'card'},
    reasons.length
      ? reasonTree(reasons, numbers, choose)
      : h(
          'p',
          {class: 'empty'},
          'No part of the formula with a path operator decides it: the initial states do.'
        )
  );
  const first = reasons.findIndex(reason => reason.trace !== null);
  const section = h(
    'section',
    {class: 'block', id: 'reasons', 'aria-label': 'Why'},
    h('div', {class: 'head'}, h('h2', {}, 'Why')),
    tree,
    first >= 0 && pathTree(result, numbers, (i, step) => {
      choose(i);
      viewer.goTo(step);
    }),
    first >= 0 && h('div', {class: 'block', id: 'trace'}, h('div', {class: 'head'}, caption), place)
  );
  return [
    section,
    () => {
      if (first >= 0) choose(first);
    }
  ];
}

/* ---- all of it ---- */

function showDetail(result) {
  if (viewer) viewer.close();
  viewer = null;
  const verdict = result.verdict || 'run',
    steps = [];
  const [evidence, start] = result.reasons
    ? reasonsSection(result)
    : result.traces && result.traces.length
      ? traceSection(result)
      : [null, () => {}];
  steps.push(
    h(
      'div',
      {class: 'title'},
      h(
        'div',
        {class: 'title-line'},
        h('span', {class: 'badge ' + verdict}, verdict),
        h('h1', {}, result.property),
        h('span', {class: 'faint'}, result.kind === 'run' ? '' : kindWords(result.kind))
      ),
      result.formula && h('code', {class: 'formula'}, result.formula),
      h('p', {class: 'summary'}, summary(result)),
      remarkLines(result)
    )
  );
  if (evidence) steps.push(evidence);
  const comparison = result.traces && result.traces.length && compareSection(result);
  if (comparison) steps.push(comparison);
  if (result.proof) steps.push(proofSection(result));
  if (result.sets) steps.push(setsSection(result));
  if (result.effort) steps.push(effortSection(result.effort));
  steps.push(statisticsSection(result));
  byId('detail').replaceChildren(...steps.filter(Boolean));
  start();
}

function kindWords(kind) {
  return {invariant: 'invariant', justice: 'justice', ltl: 'LTL', ctl: 'CTL'}[kind] || '';
}
