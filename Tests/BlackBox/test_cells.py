"""The texts of formatted values, compared with a model of them in Python, for random values, locales and time zones."""

import json
import random
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from host import request, serve

# decimal, separator of thousands, digits before it, date, time, percent, currency before the number.
LOCALES = {
    "C": (".", ",", 1, "%Y-%m-%d", "%H:%M", "%", "€{}"),
    "en": (".", ",", 1, "%m/%d/%Y", None, "%", "€{}"),
    "de": (",", ".", 1, "%d.%m.%Y", "%H:%M", "\u00a0%", "{}\u00a0€"),
    "de-CH": (".", "’", 1, "%d.%m.%Y", "%H:%M", "%", "€\u00a0{}"),
    "fr": (",", "\u202f", 1, "%d/%m/%Y", "%H:%M", "\u202f%", "{}\u00a0€"),
    "es": (",", ".", 2, "%d/%m/%Y", "%H:%M", "\u00a0%", "{}\u00a0€"),
    "da": (",", ".", 1, "%d.%m.%Y", "%H.%M", "\u00a0%", "{}\u00a0€"),
    "sv": (",", "\u00a0", 1, "%Y-%m-%d", "%H:%M", "\u00a0%", "{}\u00a0€"),
}
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Nuuk"]


def rounded(value, decimals):
    """A fraction as a decimal number, with halves away from zero."""
    scaled = abs(value) * 10**decimals
    whole = scaled.numerator * 2 // scaled.denominator
    whole = (whole + 1) // 2
    return Decimal(-whole if value < 0 else whole).scaleb(-decimals)


def spelled(number, locale):
    """A decimal number in the spelling of a locale."""
    point, group, least, *_ = LOCALES[locale]
    whole, _, fraction = f"{abs(number):f}".partition(".")
    if len(whole) >= 3 + least:
        head = len(whole) % 3
        whole = group.join(filter(None, [whole[:head], *(whole[i : i + 3] for i in range(head, len(whole), 3))]))
    return ("-" if number < 0 else "") + whole + (point + fraction if fraction else "")


def in_bytes(value, base, locale):
    units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    if base == 1024:
        units = ["B", *(unit[0].upper() + "iB" for unit in units[1:])]
    for step, unit in enumerate(units):
        number = rounded(Fraction(value, base**step), 1 if step else 0)
        if abs(number) < base or unit == units[-1]:
            return f"{spelled(number, locale)} {unit}"
    raise AssertionError


def duration(seconds):
    days, rest = divmod(seconds, 86_400)
    parts = [f"{days}d", f"{rest // 3600}h", f"{rest // 60 % 60}m", f"{rest % 60}s"]
    first = next((place for place, part in enumerate(parts) if part[:-1] != "0"), 3)
    return " ".join(part for part in parts[first : first + 2] if part[:-1] != "0") or "0s"


def clock(time, locale):
    *_, date, hours, _, _ = LOCALES[locale]
    day = time.strftime(date)
    if hours:
        return f"{day} {time.strftime(hours)}"
    return f"{day} {(time.hour + 11) % 12 + 1}:{time:%M} {'AM' if time.hour < 12 else 'PM'}"


COLUMNS = [
    {"key": "number", "format": "number"},
    {"key": "two", "format": {"type": "number", "decimals": 2}},
    {"key": "bytes", "format": "bytes"},
    {"key": "binary", "format": {"type": "bytes", "binary": True}},
    {"key": "percent", "format": {"type": "percent", "decimals": 1}},
    {"key": "money", "format": {"type": "currency", "currency": "EUR"}},
    {"key": "seconds", "format": "duration"},
    {"key": "written", "format": "dateTime"},
    {"key": "counted", "format": "dateTime"},
]


def numbers(random):
    for _ in range(60):
        digits = random.randint(1, 15)
        value = random.randint(-(10**digits), 10**digits)
        yield random.choice([value, float(Decimal(value).scaleb(-random.randint(0, 6)))])


def row(random, number, locale, zone):
    """A row, and the texts of its values."""
    exact = Fraction(Decimal(repr(number)))
    size = random.randint(0, 10 ** random.randint(1, 18))
    seconds = random.randint(0, 10 ** random.randint(1, 8))
    moment = datetime(1972, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=random.randint(0, 3_000_000_000))
    offset = timezone(timedelta(minutes=random.randint(-720, 720)))
    local = clock(moment.astimezone(zone), locale)
    percent, currency = LOCALES[locale][5:7]
    money = spelled(abs(rounded(exact, 2)), locale)
    value = {
        "number": number, "two": random.choice([number, repr(number)]), "bytes": size, "binary": str(size),
        "percent": number, "money": number, "seconds": seconds,
        "written": moment.astimezone(offset).isoformat(), "counted": int(moment.timestamp()),
    }  # fmt: skip
    shortest = Decimal(repr(number)).normalize()
    texts = {
        "number": spelled(shortest if shortest else Decimal(0), locale),
        "two": spelled(rounded(exact, 2), locale),
        "bytes": in_bytes(size, 1000, locale), "binary": in_bytes(size, 1024, locale),
        "percent": spelled(rounded(exact * 100, 1), locale) + percent,
        "money": ("-" if rounded(exact, 2) < 0 else "") + currency.format(money),
        "seconds": duration(seconds), "written": local, "counted": local,
    }  # fmt: skip
    return value, texts


def cells(folder, rows, columns, **reader):
    """The cells that a host shows of rows."""
    (folder / "rows.jsonl").write_text("".join(f"{json.dumps({'id': str(n), **row})}\n" for n, row in enumerate(rows)))
    workspace = {
        "sources": {"rows": {"type": "file", "path": "rows.jsonl"}},
        "features": {"list": {"kind": "list", "source": "rows", "pageSize": 1000, "columns": columns}},
    }
    (folder / "w.json").write_text(json.dumps(workspace))
    session = [
        request(1, "initialize", reader),
        request(2, "feature/open", {"feature": "list", "instance": "l"}),
        request(3, "feature/settle", {"instance": "l"}),
        request(4, "feature/snapshot", {"instance": "l"}),
    ]
    # The virtual clock makes the host handle one request after the other.
    outcome = serve(session, "-w", "w.json", "--clock", "virtual", cwd=folder)
    assert outcome.status == 0, outcome.log
    answers = {frame["id"]: frame for frame in map(json.loads, outcome.output.splitlines()) if "id" in frame}
    assert {"locale": reader["locale"], "timeZone": reader["timeZone"]}.items() <= answers[1]["result"].items()
    return [item.get("cells", {}) for item in answers[4]["result"]["state"]["items"]]


@pytest.mark.parametrize("locale", LOCALES)
def test_texts_are_those_of_the_model(tmp_path, locale):
    seeded = random.Random(locale)
    for name in seeded.sample(ZONES, 2):
        with localcontext() as context:
            context.prec, context.rounding = 60, ROUND_HALF_UP
            made = [row(seeded, number, locale, ZoneInfo(name)) for number in numbers(seeded)]
        shown = cells(tmp_path, [value for value, _ in made], COLUMNS, locale=locale, timeZone=name)
        assert len(shown) == len(made)
        for cell, (value, texts) in zip(shown, made, strict=True):
            assert {key: entry["text"] for key, entry in cell.items()} == texts, value
