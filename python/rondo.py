"""Rondo from Python: model checking with evidence, through librondo and ctypes alone.

    import rondo
    model = rondo.load("design.smv")
    for result in model.check_all(timeout=60):
        print(result.property, result.verdict)
        if result.verdict == "violated":
            print(result.trace())

Nothing has to be built. The library is found as $RONDO_LIBRARY, beside this file's installation, or by the system's own
search. Objects free what they hold; a model must not be used in two threads at once. See docs/python.md.
"""
import contextlib, ctypes, ctypes.util, json, os, pathlib, sys

__all__ = ["Model", "Result", "Run", "Bit", "Word", "RondoError", "load", "loads", "engines", "options", "version", "on_warning", "cancel"]


class RondoError(Exception):
    """What is wrong with an input, with file, line and column where they are known."""


# ---- the library ----

_HEADER = {  # name: (result, arguments)
    "rondo_version": ("str", ""), "rondo_version_number": ("uint", ""), "rondo_free": ("none", "ptr"),
    "rondo_load_within": ("ptr", "str str ptr ref err"), "rondo_load_bytes": ("ptr", "str bytes size str ptr ref err"), "rondo_model_free": ("none", "ptr"),
    "rondo_model_file": ("str", "ptr"), "rondo_model_note": ("str", "ptr size"), "rondo_model_size": ("size", "ptr int"), "rondo_format_name": ("str", "size"),
    "rondo_model_new": ("ptr", "str"), "rondo_input": ("uint", "ptr str"), "rondo_latch": ("uint", "ptr str int"), "rondo_set_next": ("bool", "ptr uint uint"),
    "rondo_not": ("uint", "ptr uint"), "rondo_and": ("uint", "ptr uint uint"), "rondo_or": ("uint", "ptr uint uint"), "rondo_xor": ("uint", "ptr uint uint"),
    "rondo_if": ("uint", "ptr uint uint uint"), "rondo_word_input": ("uint", "ptr str uint"), "rondo_word_latch": ("uint", "ptr str uint ptr"),
    "rondo_word_set_next": ("bool", "ptr uint uint"), "rondo_word_constant": ("uint", "ptr u64 uint"), "rondo_word_of_bits": ("uint", "ptr ptr uint"),
    "rondo_word_bit": ("uint", "ptr uint uint"), "rondo_word_width": ("uint", "ptr uint"), "rondo_word": ("uint", "ptr int uint uint"),
    "rondo_word_not": ("uint", "ptr uint"), "rondo_word_if": ("uint", "ptr uint uint uint"), "rondo_word_resize": ("uint", "ptr uint uint bool"),
    "rondo_define": ("bool", "ptr str uint"), "rondo_word_define": ("bool", "ptr str uint"), "rondo_constrain": ("bool", "ptr uint"),
    "rondo_constrain_initially": ("bool", "ptr uint"), "rondo_add_fairness": ("bool", "ptr uint"), "rondo_add_always": ("bool", "ptr str uint"),
    "rondo_add_cover": ("bool", "ptr str uint"), "rondo_add_justice": ("bool", "ptr str ptr size"),
    "rondo_property_count": ("size", "ptr"), "rondo_property_name": ("str", "ptr size"), "rondo_property_kind": ("int", "ptr size"),
    "rondo_property_formula": ("str", "ptr size"), "rondo_property_place": ("str", "ptr size"), "rondo_property_find": ("i64", "ptr str"),
    "rondo_kind_name": ("str", "int"), "rondo_properties_clear": ("none", "ptr"),
    "rondo_add_invariant": ("bool", "ptr str str err"), "rondo_add_ltl": ("bool", "ptr str str err"), "rondo_add_ctl": ("bool", "ptr str str err"),
    "rondo_add_deadlock": ("bool", "ptr err"), "rondo_add_examination": ("bool", "ptr str err"), "rondo_add_property_set": ("bool", "ptr str err"),
    "rondo_add_invariant_file": ("bool", "ptr str err"), "rondo_add_ltl_file": ("bool", "ptr str err"), "rondo_add_ctl_file": ("bool", "ptr str err"),
    "rondo_add_fairness_file": ("bool", "ptr str err"), "rondo_add_hoa": ("bool", "ptr str err"),
    "rondo_settings_new": ("ptr", ""), "rondo_settings_free": ("none", "ptr"), "rondo_settings_set": ("bool", "ptr str str err"),
    "rondo_settings_get": ("text", "ptr str"), "rondo_settings_progress": ("none", "ptr ptr ptr"), "rondo_settings_cancel": ("none", "ptr"),
    "rondo_settings_skip": ("none", "ptr"), "rondo_cancel": ("none", ""), "rondo_option_sized": ("bool", "size ptr size"), "rondo_option_default": ("text", "str"),
    "rondo_engine_name": ("str", "size"), "rondo_engine_help": ("str", "str"), "rondo_engine_can": ("bool", "str int"),
    "rondo_check": ("ptr", "ptr size ptr"), "rondo_check_all_sized": ("none", "ptr ptr size ptr ptr size"), "rondo_check_together": ("ptr", "ptr ptr size ptr"),
    "rondo_look": ("none", "ptr ptr size ptr real ptr ptr"), "rondo_remark_json": ("text", "ptr ptr"), "rondo_result_kept": ("bool", "ptr"),
    "rondo_result_value": ("bool", "ptr ref"), "rondo_result_value_word": ("str", "ptr"), "rondo_result_effort": ("text", "ptr"),
    "rondo_result_free": ("none", "ptr"), "rondo_result_property": ("size", "ptr"), "rondo_result_verdict": ("int", "ptr"), "rondo_verdict_name": ("str", "int"),
    "rondo_result_engine": ("str", "ptr"), "rondo_result_seconds": ("real", "ptr"), "rondo_result_evidence": ("str", "ptr"),
    "rondo_result_reason": ("str", "ptr"), "rondo_result_trusted": ("str", "ptr"), "rondo_result_internal_error": ("str", "ptr"), "rondo_result_bound": ("u64", "ptr"),
    "rondo_result_json": ("text", "ptr uint"), "rondo_trace_count": ("size", "ptr"), "rondo_trace_length": ("size", "ptr"), "rondo_trace_loop": ("i64", "ptr"),
    "rondo_trace_text": ("text", "ptr uint"), "rondo_signal_count": ("size", "ptr"), "rondo_signal_name": ("str", "ptr size"),
    "rondo_signal_value": ("text", "ptr size size"), "rondo_witness_text": ("text", "ptr"), "rondo_certificate_bytes": ("ptr", "ptr bool ref"),
    "rondo_vcd_text": ("text", "ptr size"), "rondo_certify": ("int", "ptr i64 str bytes size ptr err"), "rondo_convert": ("ptr", "ptr str uint ref err"),
    "rondo_run_new": ("ptr", "ptr u64 err"), "rondo_run_read": ("ptr", "ptr str bytes size size err"), "rondo_run_free": ("none", "ptr"),
    "rondo_run_length": ("size", "ptr"), "rondo_run_choice": ("str", "ptr size"), "rondo_run_take": ("bool", "ptr size"), "rondo_run_random": ("size", "ptr size"),
    "rondo_run_stuck": ("str", "ptr"), "rondo_run_back": ("none", "ptr size"), "rondo_run_constrain": ("bool", "ptr str err"),
    "rondo_run_text": ("text", "ptr uint"), "rondo_run_json": ("text", "ptr uint"), "rondo_run_vcd": ("text", "ptr"), "rondo_on_warning": ("none", "ptr ptr"),
    "rondo_report_new": ("ptr", ""), "rondo_report_free": ("none", "ptr"), "rondo_report_add": ("none", "ptr ptr ptr"), "rondo_report_write_html": ("bool", "ptr str err"),
}

_TYPES = {"none": None, "ptr": ctypes.c_void_p, "str": ctypes.c_char_p, "text": ctypes.c_void_p, "size": ctypes.c_size_t, "int": ctypes.c_int,
          "uint": ctypes.c_uint, "u64": ctypes.c_uint64, "i64": ctypes.c_int64, "bool": ctypes.c_bool, "real": ctypes.c_double, "ref": ctypes.c_void_p,
          "err": ctypes.c_void_p, "bytes": ctypes.c_char_p}

_PROGRESS = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_char_p)
_BEGIN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t)
_RESULT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_WARNING = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


class _Watch(ctypes.Structure):
    _fields_ = [("begin", _BEGIN), ("result", _RESULT), ("context", ctypes.c_void_p)]


class _Option(ctypes.Structure):
    _fields_ = [("group", ctypes.c_char_p), ("name", ctypes.c_char_p), ("letter", ctypes.c_char), ("kind", ctypes.c_int), ("argument", ctypes.c_char_p),
                ("help", ctypes.c_char_p), ("choices", ctypes.c_char_p)]


def _find():
    here = pathlib.Path(__file__).resolve()
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    candidates = [os.environ.get("RONDO_LIBRARY")]
    if len(here.parents) > 3:  # installed as PREFIX/share/rondo/python
        candidates += sorted(here.parents[3].glob(f"lib*/**/librondo{suffix}"))
    candidates += [here.parents[1] / "build" / f"librondo{suffix}", ctypes.util.find_library("rondo")]
    for candidate in filter(None, candidates):
        with contextlib.suppress(OSError):
            return ctypes.CDLL(str(candidate))
    raise ImportError("librondo is not found: install Rondo, or name the library in RONDO_LIBRARY")


_library = _find()
for _name, (_result, _arguments) in _HEADER.items():
    _function = getattr(_library, _name)
    _function.restype = _TYPES[_result]
    _function.argtypes = [_TYPES[word] for word in _arguments.split()]


def _text(address):
    """The string of C that the caller owns, which is freed; None for NULL."""
    if not address:
        return None
    try:
        return ctypes.string_at(address).decode(errors="replace")
    finally:
        _library.rondo_free(address)


def _call(name, *arguments):
    """Calls a function: strings are encoded, what is returned decoded; where the last parameter is an error and is set, it is raised."""
    result, kinds = _HEADER[name]
    kinds, error = kinds.split(), None
    if "err" in kinds and len(arguments) < len(kinds):
        error = ctypes.c_void_p()
        arguments += (ctypes.byref(error),)
    arguments = [a.encode() if isinstance(a, str) else a for a in arguments]
    value = getattr(_library, name)(*arguments)
    if error is not None and error.value:
        raise RondoError(_text(error.value))
    if result == "str":
        return value.decode(errors="replace") if value is not None else None
    return _text(value) if result == "text" else value


# ---- the whole library ----

version = _call("rondo_version")
VERDICTS = ("unknown", "holds", "violated", "unreachable", "reached")
_KINDS = ("flag", "switch", "number", "real", "bytes", "text", "choice", "list")
_OPERATORS = ("and", "or", "xor", "add", "subtract", "multiply", "divide", "remainder", "shift_left", "shift_right", "equal", "less", "less_signed")
_NONE = 0xFFFFFFFF
_listener = None


def cancel():
    """Stops the calls that are running in this process, or the next one."""
    _call("rondo_cancel")


def on_warning(function):
    """Warnings go to function(words); None: nowhere, as in the beginning."""
    global _listener
    _listener = _WARNING(lambda _, words: function(words.decode(errors="replace"))) if function else None
    _call("rondo_on_warning", ctypes.cast(_listener, ctypes.c_void_p) if _listener else None, None)


def _count(name):
    number = 0
    while (value := _call(name, number)) is not None:
        yield value
        number += 1


def formats():
    return list(_count("rondo_format_name"))


def engines():
    """The engines: {name: what it does}."""
    return {name: _call("rondo_engine_help", name) for name in _count("rondo_engine_name")}


def options():
    """What can be set: {name: {"group", "kind", "help", "choices", "default"}}."""
    found, option, number = {}, _Option(), 0
    while _call("rondo_option_sized", number, ctypes.byref(option), ctypes.sizeof(option)):
        name = option.name.decode()
        found[name] = {"group": option.group.decode(), "kind": _KINDS[option.kind], "help": option.help.decode(),
                       "choices": option.choices.decode().split("|") if option.choices else None, "default": _call("rondo_option_default", name)}
        number += 1
    return found


class Settings:
    """Settings of a call, under the names of `rondo check --help` with _ for -: Settings(timeout=60, engine="ic3", no_reduce=True)."""

    def __init__(self, progress=None, **values):
        self.handle = _call("rondo_settings_new")
        self._progress = None
        for name, value in values.items():
            self.set(name, value)
        if progress:
            self._progress = _PROGRESS(lambda _, engine, number, words: progress(engine.decode(), number, words.decode(errors="replace")))
            _call("rondo_settings_progress", self.handle, ctypes.cast(self._progress, ctypes.c_void_p), None)

    def set(self, name, value=True):
        name = name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is False:
                _call("rondo_settings_set", self.handle, "no-" + name, None)
            else:
                _call("rondo_settings_set", self.handle, name, None if one is True else str(one))

    def get(self, name):
        return _call("rondo_settings_get", self.handle, name.replace("_", "-"))

    def cancel(self):
        """Stops the call with these settings; from the progress callback, or another thread."""
        _call("rondo_settings_cancel", self.handle)

    def skip(self):
        """Leaves the property whose turn it is."""
        _call("rondo_settings_skip", self.handle)

    def __del__(self):
        if getattr(self, "handle", None):
            _library.rondo_settings_free(self.handle)


def _settings(settings, values):
    if settings is not None and values:
        raise TypeError("settings, or single values, not both")
    return settings if settings is not None else Settings(**values)


# ---- models ----


def load(file, format=None, settings=None, **values):
    """A model from a file, in any format that Rondo reads."""
    settings = _settings(settings, values)
    return Model(_call("rondo_load_within", str(file), format, settings.handle, None))


def loads(data, format=None, name="model", settings=None, **values):
    """A model from a string or bytes."""
    settings = _settings(settings, values)
    data = data.encode() if isinstance(data, str) else data
    return Model(_call("rondo_load_bytes", name, data, len(data), format, settings.handle, None))


class Bit:
    """A Boolean function of a model that is built: & | ^ ~ and if_."""

    def __init__(self, model, number):
        if number == _NONE:
            raise RondoError("no such bit: a name that is taken, or operands of another model")
        self.model, self.number = model, number

    def _with(self, name, other):
        return Bit(self.model, _call(name, self.model.handle, self.number, self.model.bit(other).number))

    def __and__(self, other): return self._with("rondo_and", other)
    def __or__(self, other): return self._with("rondo_or", other)
    def __xor__(self, other): return self._with("rondo_xor", other)
    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__
    def __invert__(self): return Bit(self.model, _call("rondo_not", self.model.handle, self.number))

    def implies(self, other):
        return ~self | other

    def if_(self, then, other):
        """then where this is true, else other: bits, or words."""
        if isinstance(then, Word) or isinstance(other, Word):
            word = then if isinstance(then, Word) else other
            return Word(self.model, _call("rondo_word_if", self.model.handle, self.number, word.like(then).number, word.like(other).number))
        return Bit(self.model, _call("rondo_if", self.model.handle, self.number, self.model.bit(then).number, self.model.bit(other).number))

    def __bool__(self):
        raise TypeError("a Bit has no value; use & | ~ and if_")


class Word:
    """A vector of bits: + - * // % & | ^ ~ << >>, ==, !=, <, <=, >, >= (unsigned) give words and bits; numbers stand for constants."""

    def __init__(self, model, number):
        if number == _NONE:
            raise RondoError("no such word: a name that is taken, or operands of different widths")
        self.model, self.number = model, number

    width = property(lambda self: _call("rondo_word_width", self.model.handle, self.number))

    def like(self, value):
        """A number as a constant of the same width; words as they are."""
        return value if isinstance(value, Word) else self.model.constant(value, self.width)

    def _with(self, operator, other):
        return Word(self.model, _call("rondo_word", self.model.handle, _OPERATORS.index(operator), self.number, self.like(other).number))

    def __add__(self, other): return self._with("add", other)
    def __sub__(self, other): return self._with("subtract", other)
    def __mul__(self, other): return self._with("multiply", other)
    def __floordiv__(self, other): return self._with("divide", other)
    def __mod__(self, other): return self._with("remainder", other)
    def __and__(self, other): return self._with("and", other)
    def __or__(self, other): return self._with("or", other)
    def __xor__(self, other): return self._with("xor", other)
    def __lshift__(self, other): return self._with("shift_left", other)
    def __rshift__(self, other): return self._with("shift_right", other)
    def __invert__(self): return Word(self.model, _call("rondo_word_not", self.model.handle, self.number))
    def __eq__(self, other): return self._with("equal", other)[0]
    def __ne__(self, other): return ~(self == other)
    def __lt__(self, other): return self._with("less", other)[0]
    def __gt__(self, other): return self.like(other) < self
    def __le__(self, other): return ~(self > other)
    def __ge__(self, other): return ~(self < other)
    def less_signed(self, other): return self._with("less_signed", other)[0]
    def resize(self, width, signed=False): return Word(self.model, _call("rondo_word_resize", self.model.handle, self.number, width, signed))
    __hash__ = None

    def __getitem__(self, bit):
        return Bit(self.model, _call("rondo_word_bit", self.model.handle, self.number, bit))


class Model:
    """A model that was loaded, or, Model("name"), one to be built."""

    def __init__(self, source="model"):
        self.handle = _call("rondo_model_new", source) if isinstance(source, str) else source

    def __del__(self):
        if getattr(self, "handle", None):
            _library.rondo_model_free(self.handle)

    file = property(lambda self: _call("rondo_model_file", self.handle))

    def sizes(self):
        names = "inputs", "latches", "gates", "constraints", "fairness", "properties"
        return {name: _call("rondo_model_size", self.handle, number) for number, name in enumerate(names)}

    def notes(self):
        """What the user should know of how it was read."""
        notes = []
        while (note := _call("rondo_model_note", self.handle, len(notes))) is not None:
            notes.append(note)
        return notes

    # building

    def bit(self, value):
        return value if isinstance(value, Bit) else Bit(self, int(bool(value)))

    def input(self, name, width=None):
        return Bit(self, _call("rondo_input", self.handle, name)) if width is None else Word(self, _call("rondo_word_input", self.handle, name, width))

    def latch(self, name, width=None, initial=0):
        """Of initial value None: any."""
        if width is None:
            return Bit(self, _call("rondo_latch", self.handle, name, 2 if initial is None else int(bool(initial))))
        value = None if initial is None else ctypes.byref(ctypes.c_uint64(initial))
        return Word(self, _call("rondo_word_latch", self.handle, name, width, value))

    def constant(self, value, width):
        if width > 64 and not 0 <= value < 1 << 64:
            raise ValueError("constants have at most 64 bits")
        return Word(self, _call("rondo_word_constant", self.handle, value % (1 << min(width, 64)), width))

    def word(self, bits):
        numbers = (ctypes.c_uint32 * len(bits))(*[self.bit(b).number for b in bits])
        return Word(self, _call("rondo_word_of_bits", self.handle, numbers, len(bits)))

    def next(self, latch, value):
        if isinstance(latch, Word):
            good = _call("rondo_word_set_next", self.handle, latch.number, latch.like(value).number)
        else:
            good = _call("rondo_set_next", self.handle, latch.number, self.bit(value).number)
        if not good:
            raise RondoError("that is no latch, or one whose next value is set")

    def _say(self, name, *arguments):
        if not _call(name, self.handle, *arguments):
            raise RondoError("a name that is taken, or no bit of this model")

    def define(self, name, value):
        self._say("rondo_word_define" if isinstance(value, Word) else "rondo_define", name, value.number)

    def constrain(self, bit): self._say("rondo_constrain", self.bit(bit).number)
    def constrain_initially(self, bit): self._say("rondo_constrain_initially", self.bit(bit).number)
    def fairness(self, bit): self._say("rondo_add_fairness", self.bit(bit).number)
    def always(self, name, bit): self._say("rondo_add_always", name, self.bit(bit).number)
    def cover(self, name, bit): self._say("rondo_add_cover", name, self.bit(bit).number)

    def never_all_often(self, name, bits):
        """That no fair run makes each of the bits true infinitely often."""
        self._say("rondo_add_justice", name, (ctypes.c_uint32 * len(bits))(*[self.bit(b).number for b in bits]), len(bits))

    # properties

    @property
    def properties(self):
        found = []
        for number in range(_call("rondo_property_count", self.handle)):
            found.append({"name": _call("rondo_property_name", self.handle, number), "kind": _call("rondo_kind_name", _call("rondo_property_kind", self.handle, number)),
                          "formula": _call("rondo_property_formula", self.handle, number), "place": _call("rondo_property_place", self.handle, number)})
        return found

    def number(self, property):
        found = _call("rondo_property_find", self.handle, str(property))
        if found < 0:
            raise RondoError(f"{self.file} has no property {property}")
        return found

    def clear(self):
        """Takes away all properties."""
        _call("rondo_properties_clear", self.handle)

    def ltl(self, formula, name=None): _call("rondo_add_ltl", self.handle, name, formula)
    def ctl(self, formula, name=None): _call("rondo_add_ctl", self.handle, name, formula)
    def invariant(self, expression, name=None): _call("rondo_add_invariant", self.handle, name, expression)
    def deadlock(self): _call("rondo_add_deadlock", self.handle)

    # checking

    def check(self, property=0, settings=None, **values):
        """The result of one property, by number or name."""
        settings = _settings(settings, values)
        return Result(self, _call("rondo_check", self.handle, self.number(property), settings.handle))

    def check_all(self, properties=None, settings=None, begin=None, result=None, **values):
        """The results of all properties, or those named, in the order in which they are known; result(r) is called for each at once."""
        settings, found, failed = _settings(settings, values), [], []
        numbers = range(_call("rondo_property_count", self.handle)) if properties is None else [self.number(p) for p in properties]

        def take(_, handle):
            found.append(Result(self, handle))
            try:
                if result:
                    result(found[-1])
            except BaseException as problem:  # it cannot pass through C: the call ends, then it is raised
                failed.append(problem)
                settings.cancel()

        watch = _Watch(_BEGIN(lambda _, number: begin(number) if begin else None), _RESULT(take), None)
        array = (ctypes.c_size_t * len(numbers))(*numbers)
        _call("rondo_check_all_sized", self.handle, array, len(numbers), settings.handle, ctypes.byref(watch), ctypes.sizeof(watch))
        if failed:
            raise failed[0]
        return found

    def look(self, results, seconds=1.0, settings=None, **values):
        """What holds vacuously, of results that hold, and what of the model is never true: as `rondo check` says it in JSON, with its evidence."""
        settings, found = _settings(settings, values), []
        numbers = [r.number for r in results if r.verdict == "holds"]
        tell = _RESULT(lambda _, remark: found.append(json.loads(_call("rondo_remark_json", self.handle, remark))))
        array = (ctypes.c_size_t * len(numbers))(*numbers)
        _call("rondo_look", self.handle, array, len(numbers), settings.handle, seconds, tell, None)
        return found

    def check_together(self, properties=None, settings=None, **values):
        """Do all of these invariants hold? One result."""
        settings = _settings(settings, values)
        numbers = range(_call("rondo_property_count", self.handle)) if properties is None else [self.number(p) for p in properties]
        return Result(self, _call("rondo_check_together", self.handle, (ctypes.c_size_t * len(numbers))(*numbers), len(numbers), settings.handle))

    def certify(self, evidence, property=None, settings=None, **values):
        """Whether evidence, text or bytes, shows what it claims: (True or False, words); what cannot be read is an error."""
        settings, words = _settings(settings, values), ctypes.c_void_p()
        evidence = evidence.encode() if isinstance(evidence, str) else evidence
        number = -1 if property is None else self.number(property)
        finding = _call("rondo_certify", self.handle, number, "evidence", evidence, len(evidence), settings.handle, ctypes.byref(words))
        said = _text(words.value)
        if finding > 1:
            raise RondoError(said)
        return finding == 0, said

    def convert(self, format="aag", product=False, drop=False):
        """The model in another format, as bytes."""
        size = ctypes.c_size_t()
        address = _call("rondo_convert", self.handle, format, (1 if product else 0) | (2 if drop else 0), ctypes.byref(size))
        try:
            return ctypes.string_at(address, size.value)
        finally:
            _library.rondo_free(address)

    def simulate(self, seed=1):
        return Run(self, _call("rondo_run_new", self.handle, seed))

    def read_run(self, data, number=1):
        """The run that text, JSON, a VCD file or a witness tells of."""
        data = data.encode() if isinstance(data, str) else data
        return Run(self, _call("rondo_run_read", self.handle, "run", data, len(data), number))


_FULL, _DEFINES, _NO_TRACE, _CHART = 1, 2, 4, 8


class Result:
    """A verdict with its evidence, which was checked."""

    def __init__(self, model, handle):
        self.model, self.handle = model, handle

    def __del__(self):
        if getattr(self, "handle", None):
            _library.rondo_result_free(self.handle)

    def __repr__(self):
        return f"<{self.property}: {self.verdict}>"

    number = property(lambda self: _call("rondo_result_property", self.handle))
    verdict = property(lambda self: VERDICTS[_call("rondo_result_verdict", self.handle)])
    engine = property(lambda self: _call("rondo_result_engine", self.handle))
    seconds = property(lambda self: _call("rondo_result_seconds", self.handle))
    evidence = property(lambda self: _call("rondo_result_evidence", self.handle))
    reason = property(lambda self: _call("rondo_result_reason", self.handle))
    bound = property(lambda self: _call("rondo_result_bound", self.handle))
    trusted = property(lambda self: _call("rondo_result_trusted", self.handle))
    internal_error = property(lambda self: _call("rondo_result_internal_error", self.handle))
    kept = property(lambda self: _call("rondo_result_kept", self.handle))
    effort = property(lambda self: _call("rondo_result_effort", self.handle))

    @property
    def value(self):
        """Of COMPUTE, and of bounds of nets: the number, or "infinity" or "undefined"; else None."""
        number = ctypes.c_uint64()
        return number.value if _call("rondo_result_value", self.handle, ctypes.byref(number)) else _call("rondo_result_value_word", self.handle)

    @property
    def property(self):
        return _call("rondo_property_name", self.model.handle, self.number)

    def json(self, full=False):
        """Everything about it, as docs/json.md says, as a dictionary."""
        return json.loads(_call("rondo_result_json", self.handle, _FULL if full else 0))

    def trace(self, full=False, defines=False):
        """As a person reads it."""
        return _call("rondo_trace_text", self.handle, (_FULL if full else 0) | (_DEFINES if defines else 0))

    def steps(self):
        """The values of all signals, as text, step by step; and the step that the last one is followed by, or None."""
        names = [_call("rondo_signal_name", self.handle, i) for i in range(_call("rondo_signal_count", self.handle))]
        steps = [{name: _call("rondo_signal_value", self.handle, i, k) for i, name in enumerate(names)} for k in range(_call("rondo_trace_length", self.handle))]
        loop = _call("rondo_trace_loop", self.handle)
        return steps, None if loop < 0 else loop

    def witness(self): return _call("rondo_witness_text", self.handle)
    def vcd(self, path=0): return _call("rondo_vcd_text", self.handle, path)

    def certificate(self, ascii=False):
        """As bytes; None if it has none."""
        size = ctypes.c_size_t()
        address = _call("rondo_certificate_bytes", self.handle, ascii, ctypes.byref(size))
        if not address:
            return None
        try:
            return ctypes.string_at(address, size.value)
        finally:
            _library.rondo_free(address)


class Run:
    """A run that grows step by step."""

    def __init__(self, model, handle):
        self.model, self.handle = model, handle

    def __del__(self):
        if getattr(self, "handle", None):
            _library.rondo_run_free(self.handle)

    def __len__(self):
        return _call("rondo_run_length", self.handle)

    def choices(self):
        found = []
        while (words := _call("rondo_run_choice", self.handle, len(found))) is not None:
            found.append(words)
        return found

    def take(self, number):
        if not _call("rondo_run_take", self.handle, number):
            raise IndexError(number)

    def random(self, steps=1): return _call("rondo_run_random", self.handle, steps)
    def back(self, length): _call("rondo_run_back", self.handle, length)
    def constrain(self, condition=""): _call("rondo_run_constrain", self.handle, condition)
    def json(self, full=False): return json.loads(_call("rondo_run_json", self.handle, _FULL if full else 0))
    def vcd(self): return _call("rondo_run_vcd", self.handle)
    stuck = property(lambda self: _call("rondo_run_stuck", self.handle))

    def text(self, full=False):
        return _call("rondo_run_text", self.handle, _FULL if full else 0)

    __str__ = text


class Report:
    """The page: results of a run in one HTML file."""

    def __init__(self, results=()):
        self.handle = _call("rondo_report_new")
        for result in results:
            self.add(result)

    def __del__(self):
        if getattr(self, "handle", None):
            _library.rondo_report_free(self.handle)

    def add(self, result):
        _call("rondo_report_add", self.handle, result.model.handle, result.handle)

    def write(self, file):
        _call("rondo_report_write_html", self.handle, str(file))
