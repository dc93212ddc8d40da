"""Plots as SVG, written by hand: no library, readable in light and dark, a tooltip on every point."""
import html, math

# Colours that people with any kind of sight can tell apart, for a light and for a dark ground; each column also has its own
# marker and its name beside the line.
LIGHT = ["#0b62a4", "#c4500a", "#1c7c54", "#8b3fa0", "#8a6d00", "#c2185b", "#455a64", "#00838f"]
DARK = ["#6cb6ff", "#ff9e5e", "#5fd3a0", "#d5a0f0", "#e3c34a", "#ff8ab3", "#b0bec5", "#5fd4de"]
MARKERS = ["M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0Z", "M0-4.3L4 3L-4 3Z", "M-3.1-3.1h6.2v6.2h-6.2Z", "M0-4.4L4.4 0L0 4.4L-4.4 0Z",
           "M0 4.3L4-3L-4-3Z", "M-4-1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8Z", "M-4.2-1.6h8.4v3.2h-8.4Z", "M-1.6-4.2h3.2v8.4h-3.2Z"]


# What is drawn in which colour: (selector, property, light, dark). Plain rules, because not every viewer knows CSS variables.
GROUND = [("text", "fill", "#1f2328", "#e6edf3"), (".soft", "fill", "#59636e", "#9198a1"), (".ground", "fill", "#ffffff", "#0d1117"),
          (".grid", "stroke", "#dde1e6", "#30363d"), (".minor", "stroke", "#eef0f3", "#1f252d"), (".axis", "stroke", "#59636e", "#9198a1"),
          (".guide", "stroke", "#8b949e", "#6e7681"), (".band", "fill", "#f0f2f5", "#1a2029"), (".mark", "stroke", "#ffffff", "#0d1117")]


def style():
    rules = GROUND + [rule for i, (light, dark) in enumerate(zip(LIGHT, DARK))
                      for rule in ((f".mark.c{i},.name.c{i}", "fill", light, dark), (f".line.c{i}", "stroke", light, dark))]
    colours = lambda which: "".join(f"{rule[0]}{{{rule[1]}:{rule[which]}}}" for rule in rules)
    return ("<style>svg{font:13px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}.title{font-size:15px;font-weight:600}.name{font-weight:600}"
            ".axis,.line{fill:none}.line{stroke-width:1.7;stroke-linejoin:round}.guide{stroke-dasharray:4 4}.mark{stroke-width:.7}.mark:hover{stroke-width:0;opacity:.6}"
            f"{colours(2)}@media(prefers-color-scheme:dark){{{colours(3)}}}</style>")


class Axis:
    """A scale from values to pixels, logarithmic or not. A logarithmic one starts at a power of ten and ends where it is told."""

    def __init__(self, low, high, start, end, log=True, end_tick=False):
        self.log, self.last = log, high if end_tick else None
        self.low, self.high = (math.floor(math.log10(low) + 1e-9), math.log10(high)) if log else (low, high)
        if self.high <= self.low:
            self.high = self.low + 1
        self.start, self.end = start, end

    def __call__(self, value):
        place = math.log10(max(value, 10.0 ** self.low)) if self.log else value
        return self.start + (min(place, self.high) - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self):
        if not self.log:
            step = next(s for e in range(9) for s in (10 ** e, 2 * 10 ** e, 5 * 10 ** e) if self.high / s <= 8)
            return list(range(0, int(self.high) + 1, step))
        decades = [10.0 ** e for e in range(self.low, math.floor(self.high + 1e-9) + 1)]
        return decades + [self.last] if self.last and self.high - math.log10(decades[-1]) > 0.25 else decades

    def minor(self):
        values = [m * 10.0 ** e for e in range(self.low, math.ceil(self.high)) for m in range(2, 10)] if self.log else []
        return [v for v in values if math.log10(v) <= self.high]


def escape(text):
    return html.escape(str(text), quote=True)


def text(x, y, words, *classes, anchor="start", more=""):
    kind = f' class="{" ".join(classes)}"' if classes else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}{more}>{escape(words)}</text>'


def mark(colour, x, y, words, scale=1):
    grown = "" if scale == 1 else f" scale({scale})"
    return (f'<path class="mark c{colour % len(LIGHT)}" transform="translate({x:.1f} {y:.1f}){grown}" d="{MARKERS[colour % len(MARKERS)]}">'
            f"<title>{escape(words)}</title></path>")


def document(width, height, title, subtitle, body):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
                      f'aria-label="{escape(title)}">', style(), f'<rect class="ground" width="{width}" height="{height}"/>',
                      text(20, 26, title, "title"), text(20, 45, subtitle, "soft"), *body, "</svg>", ""])


def frame(x, y, x_name, y_name):
    """Grid, numbers and names of the axes."""
    left, right, bottom, top = x.start, x.end, y.start, y.end
    body = [f'<path class="minor" d="M{x(v):.1f} {top}V{bottom}"/>' for v in x.minor()]
    body += [f'<path class="minor" d="M{left} {y(v):.1f}H{right}"/>' for v in y.minor()]
    for v in x.ticks():
        body += [f'<path class="grid" d="M{x(v):.1f} {top}V{bottom}"/>', text(x(v), bottom + 18, f"{v:g}", "soft", anchor="middle")]
    for v in y.ticks():
        body += [f'<path class="grid" d="M{left} {y(v):.1f}H{right}"/>', text(left - 8, y(v) + 4, f"{v:g}", "soft", anchor="end")]
    middle = (top + bottom) / 2
    return body + [f'<path class="axis" d="M{left} {top}V{bottom}H{right}"/>', text((left + right) / 2, bottom + 40, x_name, anchor="middle"),
                   text(left - 48, middle, y_name, anchor="middle", more=f' transform="rotate(-90 {left - 48} {middle:.1f})"')]


def lines(title, subtitle, x_name, y_name, curves, x_log, legend, limit=None):
    """Curves of (x, seconds, words) points, by name; `legend` tells what stands beside the name of a curve. The seconds end at the
    limit, if there is one."""
    points = [p for curve in curves.values() for p in curve]
    width, height = 860, 460
    largest = max((p[0] for p in points), default=1)
    x = Axis(min((p[0] for p in points), default=1), largest, 78, 620) if x_log else Axis(0, largest * 1.02, 78, 620, log=False)
    most = limit or 1.1 * max((p[1] for p in points), default=1)
    y = Axis(max(min((p[1] for p in points), default=0.01), 0.001), most, height - 62, 66, end_tick=bool(limit))
    body = frame(x, y, x_name, y_name)
    order = sorted(curves, key=lambda name: -len(curves[name]))
    for number, (name, curve) in enumerate(curves.items()):
        path = " ".join(f"{x(p[0]):.1f},{y(p[1]):.1f}" for p in curve)
        body.append(f'<polyline class="line c{number % len(LIGHT)}" points="{path}"/>')
        body += [mark(number, x(p[0]), y(p[1]), p[2], scale=0.7 if len(curve) > 60 else 1) for p in curve]
        place = 80 + 40 * order.index(name)
        body += [mark(number, 646, place, name, scale=1.3), text(658, place + 4, name, "name", f"c{number % len(LIGHT)}"),
                 text(658, place + 20, legend(curve), "soft")]
    return document(width, height, title, subtitle, body)


def cactus(suite, limit, clock, columns):
    """How many are solved in which time: columns is {name: [(seconds, words)]}."""
    curves = {name: [(i + 1, max(s, 0.001), w) for i, (s, w) in enumerate(sorted(solved))] for name, solved in columns.items()}
    return lines(f"{suite}: solved within a time", f"each run up to {limit:g} {clock} seconds; the further to the right, the more is solved",
                 "properties solved", f"{clock} seconds", curves, x_log=False, legend=lambda curve: f"{len(curve)} solved", limit=limit)


def scatter(suite, limit, clock, one, other, points):
    """Time of one against time of the other; points are (seconds or None, seconds or None, verdict, name)."""
    size, left, top = 420, 84, 110
    least = max(min((s for p in points for s in p[:2] if s), default=0.01), 0.001)
    x, y = Axis(least, limit, left, left + size, end_tick=True), Axis(least, limit, top + size, top, end_tick=True)
    x_band, y_band = left + size + 24, top - 24  # the unsolved have bands of their own
    body = [f'<rect class="band" x="{left}" y="{y_band - 14}" width="{size + 38}" height="28"/>',
            f'<rect class="band" x="{x_band - 14}" y="{y_band - 14}" width="28" height="{size + 38}"/>']
    body += frame(x, y, f"{one}: {clock} seconds", f"{other}: {clock} seconds")
    body += [text(left - 8, y_band + 4, "unsolved", "soft", anchor="end"), text(x_band, top + size + 34, "unsolved", "soft", anchor="middle"),
             f'<path class="guide" d="M{x.start} {y.start}L{x.end} {y.end}"/>']
    tenth = (x.end - x.start) / (x.high - x.low)
    if tenth < size:
        body += [f'<path class="guide" style="opacity:.5" d="M{left} {y.start - tenth:.1f}L{x.end - tenth:.1f} {top}"/>',
                 f'<path class="guide" style="opacity:.5" d="M{left + tenth:.1f} {y.start}L{x.end} {top + tenth:.1f}"/>',
                 text(x.end - tenth - 8, top + 16, "10×", "soft", anchor="end"), text(x.end - 6, top + tenth + 22, "10×", "soft", anchor="end")]
    cap = 2 * limit
    better = [sum((a or cap) < (b or cap) for a, b, _, _ in points), sum((a or cap) > (b or cap) for a, b, _, _ in points)]
    kinds = sorted({p[2] for p in points}, key=lambda verdict: ({"holds": 0, "violated": 1}.get(verdict, 2), verdict))
    say = lambda seconds: f"{seconds:.2f} s" if seconds else "unsolved"
    for a, b, verdict, name in points:
        body.append(mark(kinds.index(verdict), x(a) if a else x_band, y(b) if b else y_band, f"{name} ({verdict}): {one} {say(a)}, {other} {say(b)}"))
    place = left
    for number, verdict in enumerate(kinds[:4]):
        body += [mark(number, place, top + size + 66, verdict), text(place + 10, top + size + 70, verdict, "soft")]
        place += 24 + 7.4 * len(verdict)
    return document(left + size + 64, top + size + 86, f"{suite}: {one} against {other}",
                    f"{len(points)} properties; {one} is faster on {better[0]}, {other} on {better[1]}", body)


def tree(title, nodes):
    """A tree of sets: nodes are (number of the parent or None, words in the node), parents first; the root is on top."""
    depth, children = [], {}
    for number, (parent, _) in enumerate(nodes):
        depth.append(0 if parent is None else depth[parent] + 1)
        children.setdefault(parent, []).append(number)
    place, width_of = {}, 118

    def settle(root):
        """Leaves from left to right, every other node above the middle of its children."""
        stack = [(root, False)]
        while stack:
            number, ready = stack.pop()
            below = children.get(number, [])
            if below and not ready:
                stack += [(number, True)] + [(child, False) for child in reversed(below)]
            else:
                place[number] = (place[below[0]] + place[below[-1]]) / 2 if below else sum(not children.get(n) for n in place)
    settle(0)
    leaves = sum(not children.get(n) for n in range(len(nodes)))
    x = lambda number: 70 + width_of * place[number]
    y = lambda number: 84 + 64 * depth[number]
    body = [f'<path class="axis" d="M{x(parent):.1f} {y(parent) + 14}L{x(number):.1f} {y(number) - 14}"/>' for number, (parent, _) in enumerate(nodes) if parent is not None]
    for number, (_, words) in enumerate(nodes):
        body += [f'<rect class="band" x="{x(number) - 54:.1f}" y="{y(number) - 14}" width="108" height="28" rx="5"/>',
                 text(x(number), y(number) + 4, words, anchor="middle")]
    return document(max(640, 40 + width_of * leaves + 20), 124 + 64 * max(depth), title, "sets of states by the levels of the approximation, with their numbers of states", body)
