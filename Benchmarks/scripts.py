"""Dialogs in scripts for `Benchmarks/terminal`, with keys that are typed before they are shown."""

import os
import shutil

from ptys import Terminal

# Each dialog of the script gets its keys from the terminal, and leaves those after its answer to the next one.
SCRIPT = """
set -e
fh=$1
first=$("$fh" choose red green blue)
"$fh" confirm 'Delete it?'
name=$("$fh" input --placeholder Name)
"$fh" confirm 'Again?' || again=no
several=$("$fh" choose --no-limit red green blue)
secret=$("$fh" password)
line=$(printf 'tea\\nmilk\\ncoffee\\n' | "$fh" filter)
row=$(printf 'name,town\\nAda,Oslo\\nBob,Rome\\n' | "$fh" table)
town=$("$fh" input --value Oslo)
last=$("$fh" choose --selected blue red green blue)
printf '%s;' "$first" "$name" "$again" $several "$secret" "$line" "$row" "$town" "$last" >"$2"
"""
KEYS = [b"\x1b[B\r", b"y", b"Ann\r", b"n", b" \x1b[B \r", b"key\r", b"mil\r", b"\x1b[B\r", b"\r", b"\r"]
ANSWERS = "green;Ann;no;red;green;key;milk;Bob,Rome;Oslo;blue;"


def confirms(host, ours, samples, count):
    """Measures a question from the start of the program to its end, with ⏎ typed before the start.

    whiptail drops keys that are typed before it reads them. It gets ⏎ as soon as it shows the question.
    """
    commands = {ours: [host, "confirm", "Delete it?"], "whiptail": ["whiptail", "--yesno", "Delete it?", "10", "40"]}
    for name, command in commands.items():
        if not shutil.which(command[0]):
            continue
        times = []
        for _ in range(count):
            with Terminal(command, typed=b"\r" if name == ours else b"") as terminal:
                if name != ours:
                    terminal.until(lambda screen: any("Delete it?" in line for line in screen.display), pause=0)
                    os.write(terminal.ours, b"\r")
                times.append(terminal.ends()[0])
                if terminal.status != 0:
                    raise SystemExit(f"{name} ended with status {terminal.status}, and not 0 for yes")
        samples.add(name, times)


def ten_dialogs(host, folder):
    """Returns the seconds of a script of ten dialogs, whose answers are compared."""
    out = f"{folder}/answers"
    with Terminal(["sh", "-c", SCRIPT, "sh", host, out], typed=b"".join(KEYS)) as terminal:
        seconds, output = terminal.ends()
        if terminal.status != 0:
            raise SystemExit(f"the script ended with status {terminal.status}: {output.decode()[-500:]}")
    with open(out) as file:
        answers = file.read()
    if answers != ANSWERS:
        raise SystemExit(f"the script has got the answers {answers}, and not {ANSWERS}")
    return seconds
