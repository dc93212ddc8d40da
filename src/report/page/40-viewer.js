/* The viewer of a trace: tools, names with their values at the cursor, and beside them waves or a
 * table of states. Only what is in sight is in the document, so that a trace of ten thousand steps
 * and hundreds of signals scrolls like a small one: the scrolling box contains an empty box of the
 * full size, and in it one that sticks to the visible corner and is painted anew. */

const ROW = 26,
  HEAD = 30,
  FOLD_WIDTH = 120;

class Viewer {
  constructor(trace) {
    this.trace = trace;
    this.mode = 'waves';
    this.query = '';
    this.changedOnly = false;
    this.internal = false;
    this.loop = 'once';
    this.collapsed = new Set();
    this.cursor = 0;
    this.chosen = -1;
    this.zoom = 0;
    this.columns = new Columns(trace, this.loop);
    this.build();
    this.filter();
  }

  /* ---- the document ---- */

  build() {
    const trace = this.trace;
    this.tools = buildTools(this);
    this.names = h('div', {class: 'names'});
    this.canvas = h('div', {class: 'canvas'});
    this.stick = h('div', {class: 'stick'}, this.canvas, this.names);
    this.sizer = h('div', {class: 'sizer'}, this.stick);
    this.box = h(
      'div',
      {
        class: 'viewer',
        tabindex: '0',
        role: 'application',
        'aria-roledescription': 'trace',
        'aria-label': this.describe(),
        onscroll: () => this.later(),
        onwheel: event => this.onWheel(event),
        onclick: event => this.onClick(event)
      },
      this.sizer
    );
    this.live = h('div', {class: 'hidden-text', 'aria-live': 'polite'});
    this.side = trace.formulas.length > 1
      ? h('aside', {class: 'side', 'aria-label': 'The formula in this step'})
      : null;
    this.element = h(
      'div',
      {class: 'card trace'},
      this.tools,
      h('div', {class: 'trace-body' + (this.side ? ' with-side' : '')}, this.box, this.side),
      this.live
    );
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(this.box);
  }

  describe() {
    const trace = this.trace;
    return `Trace of ${plural(trace.steps, 'step')}${trace.isLasso ? `, whose last step returns to step ${trace.label(trace.loop)}` : ''}. Arrow keys move the step.`;
  }

  close() {
    this.watch.disconnect();
  }

  /* ---- what is shown ---- */

  filter() {
    const query = this.query;
    this.lines = [];
    let shown = 0,
      all = 0;
    for (const [group, title] of GROUPS) {
      if (group === 'internal' && !this.internal) continue;
      const own = this.trace.rows.filter(row => row.group === group);
      all += own.length;
      const rows = own.filter(
        row => (!query || row.lower.includes(query)) && (!this.changedOnly || row.changes)
      );
      if (!rows.length) continue;
      shown += rows.length;
      this.lines.push({group, title, count: rows.length});
      if (!this.collapsed.has(group)) for (const row of rows) this.lines.push({row});
    }
    this.count.textContent =
      shown === all ? plural(all, 'row') : `${shown} of ${plural(all, 'row')}`;
    if (!this.lines.some(line => line.row && line.row.index === this.chosen)) this.chosen = -1;
    this.resize();
  }

  get cell() {
    if (this.mode === 'waves') return this.zoom;
    let longest = 3;
    for (const line of this.lines) if (line.row) longest = Math.max(longest, line.row.longest);
    return clamp(longest * 7.4 + 16, 44, 190);
  }

  resize() {
    const width = this.box.clientWidth;
    if (!width) return;
    this.nameWidth = clamp(Math.round(width * (width < 600 ? 0.44 : 0.27)), 120, 380);
    if (!this.zoom) this.zoom = this.fitZoom(24, 140);
    this.cellWidth = this.cell;
    const height = HEAD + this.lines.length * ROW + 14;
    this.contentWidth =
      this.columns.count * this.cellWidth +
      (this.columns.folded ? Math.max(0, FOLD_WIDTH - this.cellWidth) : 0);
    const tail = this.trace.isLasso || this.mode === 'waves' ? 24 : 1;
    this.sizer.style.width = Math.max(width, this.nameWidth + this.contentWidth + tail) + 'px';
    this.sizer.style.height = height + 'px';
    this.box.style.height = Math.min(height + 2, Math.max(320, innerHeight * 0.68)) + 'px';
    this.paint();
  }

  later() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.paint();
    });
  }

  /* The lines and columns in sight. */
  window() {
    const width = this.box.clientWidth,
      height = this.box.clientHeight,
      left = this.box.scrollLeft,
      top = this.box.scrollTop;
    const first = Math.max(0, Math.floor(top / ROW)),
      last = Math.min(this.lines.length, Math.ceil((top + height - HEAD) / ROW) + 1);
    const from = clamp(Math.floor(left / this.cellWidth), 0, this.columns.count),
      to = Math.min(
        this.columns.count,
        Math.ceil((left + width - this.nameWidth) / this.cellWidth) + 1
      );
    return {width, height, left, top, first, last, from, to};
  }

  x(column) {
    const past = this.columns.folded && column === this.columns.count;
    return past ? this.contentWidth : column * this.cellWidth;
  }

  paint() {
    const sight = this.window();
    this.stick.style.width = sight.width + 'px';
    this.stick.style.height = sight.height + 'px';
    this.names.style.width = this.nameWidth + 'px';
    this.paintNames(sight);
    this.canvas.replaceChildren(
      this.mode === 'waves' ? paintWaves(this, sight) : paintTable(this, sight)
    );
    this.paintStep();
  }

  paintNames(sight) {
    const {step, columns, cursor} = this;
    const rows = [
      h(
        'div',
        {class: 'corner'},
        h('span', {}, 'signal'),
        h('span', {}, this.columns.isFold(this.cursor) ? 'folded' : 'step ' + this.trace.label(step))
      )
    ];
    for (let i = sight.first; i < sight.last; i++) {
      const line = this.lines[i],
        style = `top: ${HEAD + i * ROW - sight.top}px`;
      if (!line.row) {
        rows.push(
          h(
            'button',
            {
              type: 'button',
              class: 'name-row group-row',
              style,
              tabindex: '-1',
              'aria-expanded': String(!this.collapsed.has(line.group)),
              'data-group': line.group
            },
            h('span', {class: 'label'}, `${line.title} (${line.count})`)
          )
        );
        continue;
      }
      const row = line.row,
        value = columns.text(row, cursor),
        changed = cursor > 0 && columns.isNew(row, cursor);
      rows.push(
        h(
          'div',
          {
            class: 'name-row' + (row.index === this.chosen ? ' chosen' : ''),
            style,
            'data-row': row.index,
            title: row.name
          },
          h(
            'span',
            {
              class: 'label',
              style: row.isFormula ? `padding-left: ${Math.min(row.depth, 8) * 10}px` : null
            },
            marked(row.name, this.query)
          ),
          h('span', {class: 'value' + (changed ? ' changed' : ''), title: value}, value)
        )
      );
    }
    this.names.replaceChildren(...rows);
  }

  paintStep() {
    const {step, columns, cursor} = this,
      what = this.trace.isWhole ? 'The formula' : 'Parts of the formula';
    if (document.activeElement !== this.stepInput) this.stepInput.value = this.trace.label(step);
    if (
      !this.side ||
      (this.evaluated && this.evaluated[0] === columns && this.evaluated[1] === cursor)
    )
      return;
    this.evaluated = [columns, cursor];
    this.side.replaceChildren(
      h('h3', {}, `${what} in step ${this.trace.label(step)}${columns.isAgain(cursor) ? ', the second time' : ''}`),
      evaluationList(columns, cursor, k => this.goTo(k))
    );
  }

  /* ---- what one can do ---- */

  get step() {
    return this.columns.step(this.cursor);
  }

  setMode(mode) {
    this.mode = mode;
    this.waveButton.setAttribute('aria-pressed', String(mode === 'waves'));
    this.tableButton.setAttribute('aria-pressed', String(mode === 'table'));
    /* a table is read with the keys of the screen reader, waves with ours */
    this.box.setAttribute('role', mode === 'waves' ? 'application' : 'region');
    this.resize();
    this.reveal();
  }

  setQuery(text) {
    this.query = text.trim().toLowerCase();
    this.box.scrollTop = 0;
    this.filter();
  }

  setChangedOnly(on) {
    this.changedBox.checked = this.changedOnly = on;
    this.filter();
  }
  setInternal(on) {
    this.internalBox.checked = this.internal = on;
    this.filter();
  }

  setLoop(mode) {
    if (!this.trace.isLasso) return;
    const step = this.step;
    this.loop = mode;
    this.columns = new Columns(this.trace, mode);
    for (const button of this.loopButtons)
      button.setAttribute('aria-pressed', String(button.dataset.loop === mode));
    this.cursor = clamp(step, 0, this.columns.count - 1);
    this.resize();
    this.reveal();
  }

  cycleLoop() {
    this.setLoop({fold: 'once', once: 'twice', twice: 'fold'}[this.loop]);
  }

  toggleGroup(group) {
    if (this.collapsed.has(group)) this.collapsed.delete(group);
    else this.collapsed.add(group);
    this.filter();
  }

  move(by) {
    this.moveTo(this.cursor + by);
  }

  /* To a step, at its first column; a folded loop opens. */
  goTo(step) {
    if (this.columns.folded && step > this.trace.loop) this.setLoop('once');
    this.moveTo(step);
  }

  goToText(text) {
    const step = parseInt(text, 10) - this.trace.first;
    if (step >= 0) this.goTo(Math.min(step, this.trace.steps - 1));
    else this.stepInput.value = this.trace.label(this.step);
  }

  moveTo(column) {
    this.cursor = clamp(column, 0, this.columns.count - 1);
    this.reveal();
    this.paint();
    this.live.textContent = this.spoken();
  }

  /* What a screen reader says: the step, and what changed in it. */
  spoken() {
    const {step, columns, cursor} = this;
    const changed = this.lines.filter(line => line.row && columns.isNew(line.row, cursor));
    return (
      `Step ${this.trace.label(step)}. ` +
      changed
        .slice(0, 8)
        .map(line => `${line.row.name} ${columns.text(line.row, cursor)}`)
        .join(', ') +
      (changed.length > 8 ? ` and ${changed.length - 8} more` : '')
    );
  }

  reveal() {
    const left = this.x(this.cursor),
      right = this.x(this.cursor + 1),
      room = this.box.clientWidth - this.nameWidth;
    if (left < this.box.scrollLeft) this.box.scrollLeft = left - 8;
    else if (right > this.box.scrollLeft + room) this.box.scrollLeft = right - room + 8;
  }

  choose(by) {
    const lines = this.lines.map((line, i) => [line, i]).filter(([line]) => line.row);
    if (!lines.length) return;
    const at = lines.findIndex(([line]) => line.row.index === this.chosen);
    const [line, i] = lines[clamp(at < 0 ? 0 : at + by, 0, lines.length - 1)];
    this.chosen = line.row.index;
    const top = i * ROW,
      room = this.box.clientHeight - HEAD - ROW;
    if (top < this.box.scrollTop) this.box.scrollTop = top - ROW;
    else if (top > this.box.scrollTop + room) this.box.scrollTop = top - room;
    this.live.textContent = `${line.row.name} ${this.columns.text(line.row, this.cursor)}`;
    this.paint();
  }

  /* To where the chosen row, or any row in view, next has another value. */
  nextChange(by) {
    const rows = this.lines
      .filter(line => line.row && (this.chosen < 0 || line.row.index === this.chosen))
      .map(line => line.row);
    for (let c = this.cursor + by; c > 0 && c < this.columns.count; c += by)
      if (rows.some(row => this.columns.isNew(row, c))) return this.moveTo(c);
    this.moveTo(by < 0 ? 0 : this.columns.count - 1);
  }

  fitZoom(least, most) {
    return clamp((this.box.clientWidth - this.nameWidth - 26) / this.columns.count, least, most);
  }
  fit() {
    if (this.mode !== 'waves') this.setMode('waves');
    this.zoom = this.fitZoom(0.05, 400);
    this.resize();
  }

  /* The column under the cursor, or under the pointer, keeps its place. */
  zoomBy(factor, at) {
    if (this.mode !== 'waves') return;
    const place = at === undefined ? this.x(this.cursor) - this.box.scrollLeft : at;
    const column = (this.box.scrollLeft + place) / this.zoom;
    this.zoom = clamp(this.zoom * factor, 0.05, 400);
    this.resize();
    this.box.scrollLeft = column * this.zoom - place;
    this.paint();
  }

  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(
      event.deltaY < 0 ? 1.2 : 1 / 1.2,
      event.clientX - this.box.getBoundingClientRect().left - this.nameWidth
    );
  }

  onClick(event) {
    const group = event.target.closest('[data-group]');
    if (group) return this.toggleGroup(group.dataset.group);
    const place = this.box.getBoundingClientRect(),
      x = event.clientX - place.left,
      y = event.clientY - place.top;
    const line = this.lines[Math.floor((y - HEAD + this.box.scrollTop) / ROW)];
    if (y > HEAD && line && line.row) this.chosen = line.row.index;
    if (x < this.nameWidth) return this.paint();
    const column = Math.floor((x - this.nameWidth + this.box.scrollLeft) / this.cellWidth);
    if (column < this.columns.count) this.moveTo(column);
    else if (this.columns.folded) this.moveTo(this.columns.count - 1);
  }

  /* True if the key was one of the viewer's. */
  onKey(key, shift) {
    const keys = {
      ArrowLeft: () => this.move(shift ? -10 : -1),
      ArrowRight: () => this.move(shift ? 10 : 1),
      ArrowUp: () => this.choose(-1),
      ArrowDown: () => this.choose(1),
      Home: () => this.moveTo(0),
      End: () => this.moveTo(this.columns.count - 1),
      '[': () => this.nextChange(-1),
      ']': () => this.nextChange(1),
      '+': () => this.zoomBy(1.5),
      '=': () => this.zoomBy(1.5),
      '-': () => this.zoomBy(1 / 1.5),
      0: () => this.fit(),
      f: () => this.cycleLoop(),
      c: () => this.setChangedOnly(!this.changedOnly),
      t: () => this.setMode(this.mode === 'waves' ? 'table' : 'waves'),
      '/': () => {
        this.search.focus();
        this.search.select();
      }
    };
    if (!Object.hasOwn(keys, key)) return false;
    keys[key]();
    return true;
  }
}
