/* The table of states: a real table of what is in sight, with the size of the whole for assistive
 * programs. A value is bold where it is new. The names stand beside it already; its own first column
 * has them for those who hear the table, and no width. */

function paintTable(viewer, sight) {
  const {columns, trace, cellWidth} = viewer,
    cells = [];
  for (let c = sight.from; c < sight.to; c++) cells.push(c);
  const width = c => (columns.isFold(c) ? Math.max(FOLD_WIDTH, cellWidth) : cellWidth);
  const mark = c =>
    [
      c === viewer.cursor && 'at',
      columns.inLoop(c) && 'in-loop',
      trace.isLasso && (c === trace.loop || c === trace.steps) && 'loop-start'
    ]
      .filter(Boolean)
      .join(' ');
  const total = cells.reduce((sum, c) => sum + width(c), 0);
  const left = viewer.nameWidth + viewer.x(sight.from) - sight.left,
    top = sight.first * ROW - sight.top;
  const head = h(
    'thead',
    {style: `position: relative; top: ${-top}px; z-index: 1`},
    h(
      'tr',
      {},
      h('th', {scope: 'col', class: 'row-name'}, 'signal'),
      cells.map(c =>
        h(
          'th',
          {scope: 'col', class: mark(c), 'aria-colindex': c + 2},
          columns.isFold(c)
            ? `↻ ${plural(columns.round, 'step')}`
            : (columns.inLoop(c) && c === trace.loop ? '↻ ' : '') +
              trace.label(columns.step(c))
        )
      )
    )
  );
  const body = h('tbody');
  for (let i = sight.first; i < sight.last; i++) {
    const line = viewer.lines[i];
    if (!line.row) {
      body.append(
        h(
          'tr',
          {class: 'band', 'aria-rowindex': i + 2},
          h('th', {scope: 'row', class: 'row-name'}, line.title),
          cells.length > 0 && h('td', {colspan: cells.length})
        )
      );
      continue;
    }
    const row = line.row;
    body.append(
      h(
        'tr',
        {'aria-rowindex': i + 2, 'data-states': row.index},
        h('th', {scope: 'row', class: 'row-name'}, row.name),
        cells.map(c => {
          if (columns.isFold(c)) return h('td', {class: mark(c)}, '…');
          const value = columns.text(row, c),
            truth = row.isFormula ? ' t' + columns.code(row, c) : '';
          return h(
            'td',
            {
              class: `${mark(c)} ${columns.isNew(row, c) ? 'new' : 'same'}${truth}`,
              'aria-colindex': c + 2,
              'data-step': columns.step(c),
              title: value.length * 7.4 > cellWidth - 14 ? value : null
            },
            value
          );
        })
      )
    );
  }
  return h(
    'table',
    {
      class: 'states',
      style: `left: ${left}px; top: ${top}px; width: ${total}px`,
      'aria-label': 'States',
      'aria-rowcount': viewer.lines.length + 1,
      'aria-colcount': columns.count + 1
    },
    h(
      'colgroup',
      {},
      h('col', {style: 'width: 0'}),
      cells.map(c => h('col', {style: `width: ${width(c)}px`}))
    ),
    head,
    body
  );
}
