/* What a proof consists of. */

const PROOF_WORDS = {
  invariant: [
    'Inductive invariant',
    'A set of states, described by the parts below together, that contains all initial states, is left by no step, and contains no violation. So no run reaches one. Each of the three was checked on the model as loaded, by a checker that shares no code with the engine.'
  ],
  ranking: [
    'Ranked invariant',
    'An invariant, and a rank that no step of a run in it decreases. A run that meets every condition again and again would have to increase the rank for ever; but it is a vector of finitely many bits. So there is no such run. Checked on the model as loaded, by a checker that shares no code with the engine.'
  ],
  ctl: [
    'Updates of the bounds',
    'What is known of each part of the formula is a set of states in which it is surely true and one in which it may be. The updates below, in this order, each with a reason that was checked, bring them so far that the verdict follows.'
  ]
};

const UPDATE_WORDS = {
  reachable: 'reachable',
  out: 'false in',
  in: 'true in',
  cycle: 'true on a cycle',
  rank: 'no fair path from',
  equal: 'always equal'
};

/* The operators a little paler, so that the facts stand out. */
function facts(text) {
  return text.split(/( [&|] )/).map((part, i) => (i % 2 ? h('span', {class: 'amp'}, part) : part));
}

function filterable(title, items, list) {
  if (items.length < 12) return [h('h3', {}, `${title} (${items.length})`), list];
  const search = h('input', {
    type: 'search',
    placeholder: 'Filter',
    'aria-label': `Filter: ${title}`,
    spellcheck: 'false',
    oninput: () => {
      const query = search.value.trim().toLowerCase();
      for (const item of list.children)
        item.hidden = !item.textContent.toLowerCase().includes(query);
    }
  });
  return [h('div', {class: 'title-line'}, h('h3', {}, `${title} (${items.length})`), search), list];
}

function clauseList(clauses) {
  return h(
    'ol',
    {class: 'clauses'},
    clauses.map(clause => {
      const kind = 'always' in clause ? 'always' : 'never';
      return h(
        'li',
        {},
        h('span', {class: 'kind ' + kind}, kind),
        h('span', {}, facts(clause[kind]))
      );
    })
  );
}

function expressionList(expressions, kind) {
  return h(
    'ol',
    {class: 'clauses'},
    expressions.map(text =>
      h('li', {}, h('span', {class: 'kind'}, kind), h('span', {}, facts(text)))
    )
  );
}

function definitionList(definitions) {
  return h(
    'details',
    {},
    h('summary', {}, `${plural(definitions.length, 'definition')} of names used here`),
    h(
      'ol',
      {class: 'clauses'},
      definitions.map(one =>
        h('li', {}, h('span', {class: 'kind'}, one.name), h('span', {}, facts(one.text)))
      )
    )
  );
}

function folded(title, ...content) {
  return h('details', {}, h('summary', {}, title), content);
}

function witnessParts(proof) {
  const parts = [];
  if (proof.property)
    parts.push(
      h(
        'p',
        {class: 'soft'},
        proof.clauses.length || proof.conditions.length || proof.equalities.length
          ? 'The property itself, and:'
          : 'The property itself is inductive: nothing had to be added.'
      )
    );
  if (proof.clauses.length)
    parts.push(...filterable('Clauses', proof.clauses, clauseList(proof.clauses)));
  if (proof.rank && proof.rank.length)
    parts.push(
      h('h3', {}, `Rank, the most significant bit first (${proof.rank.length})`),
      expressionList(proof.rank, 'bit')
    );
  if (proof.missed && proof.missed.length)
    parts.push(
      h('h3', {}, 'Which condition the rank makes impossible'),
      h(
        'p',
        {class: 'soft'},
        'In these states, a step that keeps the rank does not meet the condition.'
      ),
      h(
        'ol',
        {class: 'clauses wide'},
        proof.missed.map(one =>
          h(
            'li',
            {},
            h('span', {class: 'kind'}, one.name),
            h(
              'span',
              {},
              facts(one.text),
              one.definitions.length > 0 && definitionList(one.definitions)
            )
          )
        )
      )
    );
  if (proof.equalities.length)
    parts.push(
      folded(
        `${plural(proof.equalities.length, 'equality')} found by the reductions`,
        expressionList(proof.equalities, 'always')
      )
    );
  if (proof.conditions.length)
    parts.push(
      folded(
        `${plural(proof.conditions.length, 'further condition')}, among them the model’s constraints`,
        expressionList(proof.conditions, 'always')
      )
    );
  if (proof.definitions.length) parts.push(definitionList(proof.definitions));
  parts.push(
    h(
      'p',
      {class: 'faint'},
      `The certificate is a circuit of ${plural(proof.gates, 'gate')}${proof.latches ? `, with ${proof.latches === 1 ? 'a latch' : proof.latches + ' latches'} of its own (extra0, …), which remember earlier steps or count` : ''}.`
    )
  );
  return parts;
}

/* A set of an update, and by which inputs a cube goes on. */
function updateSet(update, set, i) {
  const inputs = update.inputs[i];
  const by = inputs && inputs !== 'TRUE' && h('span', {class: 'faint'}, '   by ', inputs);
  return h('div', {}, facts(set), by);
}

/* What is known to be reachable grows from update to update: only what is new is shown. */
function updateSets(update, before) {
  if (!update.sets.length) return 'all states';
  const fresh =
    update.kind === 'reachable' ? update.sets.filter(set => !before.has(set)) : update.sets;
  const old = update.sets.length - fresh.length;
  return [
    fresh.map((set, i) => updateSet(update, set, i)),
    old > 0 && h('div', {class: 'faint'}, `and ${old} as before`)
  ];
}

function ctlUpdates(proof) {
  let before = new Set();
  const items = proof.updates.map(update => {
    const sets = updateSets(update, before);
    if (update.kind === 'reachable') before = new Set(update.sets);
    return h(
      'li',
      {},
      h('span', {class: 'kind'}, UPDATE_WORDS[update.kind]),
      h('span', {}, update.node && h('div', {class: 'soft'}, unquoted(update.node)), sets)
    );
  });
  return filterable('Updates', proof.updates, h('ol', {class: 'clauses wide'}, items));
}

function proofSection(result) {
  const proof = result.proof,
    [title, words] = PROOF_WORDS[proof.kind];
  return h(
    'section',
    {class: 'block', id: 'proof', 'aria-label': 'Proof'},
    h('div', {class: 'head'}, h('h2', {}, 'Proof')),
    h(
      'div',
      {class: 'card proof'},
      h('h3', {}, title),
      h('p', {class: 'soft'}, words),
      proof.kind === 'ctl' ? ctlUpdates(proof) : witnessParts(proof),
      proof.omitted > 0 &&
        h(
          'p',
          {class: 'faint'},
          `${plural(proof.omitted, 'part')} more, which only the certificate has.`
        )
    )
  );
}
