/* The tools above a trace. What the viewer asks later (fields, pressed buttons) it gets as its own. */

function buildTools(viewer) {
  const trace = viewer.trace,
    button = (text, title, f) =>
      h('button', {type: 'button', title, 'aria-label': title, onclick: f}, text);
  viewer.waveButton = h(
    'button',
    {type: 'button', 'aria-pressed': 'true', onclick: () => viewer.setMode('waves')},
    'Waves'
  );
  viewer.tableButton = h(
    'button',
    {type: 'button', 'aria-pressed': 'false', onclick: () => viewer.setMode('table')},
    'Table'
  );
  viewer.search = h('input', {
    type: 'search',
    placeholder: 'Find a signal  /',
    'aria-label': 'Find a signal',
    spellcheck: 'false',
    oninput: () => viewer.setQuery(viewer.search.value)
  });
  viewer.changedBox = h('input', {
    type: 'checkbox',
    onchange: () => viewer.setChangedOnly(viewer.changedBox.checked)
  });
  viewer.internalBox = h('input', {
    type: 'checkbox',
    onchange: () => viewer.setInternal(viewer.internalBox.checked)
  });
  viewer.stepInput = h('input', {
    type: 'text',
    inputmode: 'numeric',
    'aria-label': 'Step',
    onchange: () => viewer.goToText(viewer.stepInput.value)
  });
  viewer.loopButtons = ['fold', 'once', 'twice'].map(mode =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(mode === viewer.loop),
        'data-loop': mode,
        onclick: () => viewer.setLoop(mode)
      },
      {fold: 'Folded', once: 'Once', twice: 'Twice'}[mode]
    )
  );
  const hasInternal = trace.rows.some(row => row.group === 'internal');
  viewer.count = h('span', {class: 'faint', role: 'status'});
  return h(
    'div',
    {class: 'tools', role: 'toolbar', 'aria-label': 'View of the trace'},
    h('span', {class: 'group'}, viewer.waveButton, viewer.tableButton),
    viewer.search,
    h(
      'label',
      {class: 'check', title: 'Only signals that change (c)'},
      viewer.changedBox,
      'Only what changes'
    ),
    hasInternal &&
      h('label', {class: 'check', title: 'What Rondo made itself'}, viewer.internalBox, 'Internal'),
    viewer.count,
    h('span', {class: 'spring'}),
    trace.isLasso &&
      h(
        'span',
        {class: 'steps'},
        h('span', {class: 'soft'}, 'Loop'),
        h('span', {class: 'group', role: 'group', 'aria-label': 'The loop'}, viewer.loopButtons)
      ),
    h(
      'span',
      {class: 'group', role: 'group', 'aria-label': 'Zoom'},
      button('−', 'Zoom out', () => viewer.zoomBy(1 / 1.5)),
      button('Fit', 'Show all steps', () => viewer.fit()),
      button('+', 'Zoom in', () => viewer.zoomBy(1.5))
    ),
    h(
      'span',
      {class: 'steps'},
      button('‹', 'Step back', () => viewer.move(-1)),
      h('span', {class: 'soft'}, 'Step'),
      viewer.stepInput,
      h('span', {class: 'soft'}, 'of ' + trace.label(trace.steps - 1)),
      button('›', 'Step forward', () => viewer.move(1))
    )
  );
}
