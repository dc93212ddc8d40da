"""A model in the dialect of vl2mv as plain Verilog, for a simulator that knows nothing of the dialect: one module, enumerations as numbers, `$ND`
in an assignment to a wire as a value that the test bench gives. In the dialect a process sees of others what was there before the step; in a simulator
it depends on the order of the processes. So every process reads `was_x` of what it does not write itself, which is sampled before the edge."""
import re


class NotPlain(Exception):
    """Something that this small translation does not know."""


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), re.sub(r"//[^\n]*", "", text), flags=re.S)


def enumerations(text):
    """The text without its types, whose variables are vectors; and the numbers of the values."""
    codes, widths = {}, {}
    for values, name in re.findall(r"typedef\s+enum\s*\{([^}]*)\}\s*(\w+)\s*;", text):
        names = [value.strip() for value in values.split(",")]
        widths[name] = max(1, (len(names) - 1).bit_length())
        for code, value in enumerate(names):
            if codes.setdefault(value, code) != code:
                raise NotPlain(f"'{value}' has two numbers")
    text = re.sub(r"typedef\s+enum\s*\{[^}]*\}\s*\w+\s*;", "", text)
    for name, width in widths.items():
        text = re.sub(rf"\b{name}\s+(reg|wire)\b", rf"\1 [{width - 1}:0]", text)
    return text, codes


def choices(text):
    """The text with `assign x = replay.nd_x;` for choices; and the alternatives, which have to be numbers."""
    found = {}

    def give(match):
        found[match.group(1)] = [int(value) for value in match.group(2).split(",")]
        return f"assign {match.group(1)} = replay.nd_{match.group(1)};"
    text = re.sub(r"assign\s+(\w+)\s*=\s*\$ND\(([\d\s,]*)\)\s*;", give, text)
    if "$ND" in text:
        raise NotPlain("a choice that is not among numbers, for a wire")
    return text, found


def declarations(text):
    """{name: (range, range of the array)} of everything with a value but the clock's kind of input."""
    found = {}
    for _, bits, names in re.findall(r"\b(input|output|reg|wire)\s*((?:\[[^\]]*\])?)\s*([^;=]*);", text):
        for name, array in re.findall(r"(\w+)\s*((?:\[[^\]]*\])?)", names):
            found[name] = bits, array
    return found


def blocks(text):
    """(start, end) of every clocked process."""
    for start in re.finditer(r"always\s*@\s*\(\s*posedge\s+\w+\s*\)", text):
        depth, place = 0, start.end()
        for token in re.finditer(r"\b(begin|case|casez|end|endcase)\b", text[place:]):
            depth += 1 if token.group() in ("begin", "case", "casez") else -1
            if not depth:
                yield start.end(), place + token.end()
                break


def translate(text):
    """The text, and the alternatives of its choices by wire."""
    text = without_comments(text)
    text, codes = enumerations(text)
    text, chosen = choices(text)
    if len(re.findall(r"\bmodule\b", text)) != 1 or len(list(blocks(text))) != len(re.findall(r"\balways\b", text)):
        raise NotPlain("more than one module, or a process without a clock")
    clock, known, needed, out, last = re.search(r"posedge\s+(\w+)", text).group(1), declarations(text), set(), [], 0
    for start, end in blocks(text):
        body = text[start:end]
        own = set(re.findall(r"\b(\w+)\s*(?:\[[^\]=]*\])?\s*=(?!=)", body)) | {clock}

        def before(match):
            if match.group() not in known or match.group() in own:
                return match.group()
            needed.add(match.group())
            return f"was_{match.group()}"
        out += [text[last:start], re.sub(r"\b[A-Za-z_]\w*\b", before, body)]
        last = end
    text = "".join(out) + text[last:]
    more = [f"  localparam {', '.join(f'{name} = {code}' for name, code in codes.items())};"] if codes else []
    more += [f"  reg {known[name][0]} was_{name} {known[name][1]};" for name in sorted(needed)]
    more += ["  integer was_at;", "  always @(replay.sample) begin"]
    for name in sorted(needed):
        array = known[name][1].strip("[]")
        low, high = array.split(":") if array else ("", "")
        more.append(f"    for (was_at = {low}; was_at <= {high}; was_at = was_at + 1) was_{name}[was_at] = {name}[was_at];" if array else f"    was_{name} = {name};")
    return re.sub(r"\bendmodule\b", lambda _: "\n".join(more + ["  end", "endmodule"]), text), chosen
