'use strict';
/* Small helpers. Everything that comes from the data goes into the page as text, never as markup. */

/* An element: h('button', {type: 'button', onclick: f}, 'text', child, ...). */
function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/* The same for SVG. */
function v(tag, attributes, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') element.style.cssText = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

function plural(count, word) {
  return count.toLocaleString('en') + ' ' + (count === 1 ? word : word.replace(/y$/, 'ie') + 's');
}

function seconds(value) {
  if (value < 0.0005) return '< 1 ms';
  if (value < 0.0995) return Math.round(value * 1000) + ' ms';
  return value < 10
    ? value.toFixed(2) + ' s'
    : value < 100
      ? value.toFixed(1) + ' s'
      : Math.round(value) + ' s';
}

/* Formulas quote atoms that are more than a name, so that they can be read back; people do without. */
function unquoted(formula) {
  const whole = /^"((?:[^"\\]|\\.)*)"$/.exec(formula),
    plain = text => text.replace(/\\(.)/g, '$1');
  if (whole) return plain(whole[1]);
  return formula.replace(/"((?:[^"\\]|\\.)*)"/g, (all, atom) =>
    /[ ](?:[&|]|->|<->)[ ]/.test(atom) ? `(${plain(atom)})` : plain(atom)
  );
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/* A label with the search text marked. */
function marked(text, query) {
  const place = query ? text.toLowerCase().indexOf(query) : -1;
  if (place < 0) return [text];
  return [
    text.slice(0, place),
    h('mark', {}, text.slice(place, place + query.length)),
    text.slice(place + query.length)
  ];
}
