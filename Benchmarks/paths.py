"""Generates a million paths, similar to the paths of a large checkout; every run generates the same paths."""

import random

WORDS = """
src lib core app test tests include build docs tools scripts config data main util utils common model view controller
service client server feature host protocol schema state action effect store snapshot session instance source list form
search modal flow matcher pattern index block folding unicode scalar table row column value query filter sort page
cursor window result error message parser scanner writer reader buffer stream socket event loop timer clock thread
worker queue task cancel retry network http json rpc database cache memory file path directory system kernel driver
device audio video image font render layout button label text field input output menu sheet alert dialog wizard step
route navigation stack push present theme color animation gesture keyboard mouse terminal editor plugin package module
target swift rust python node vendor third party internal external public private shared local remote
""".split()
ENDINGS = "swift rs py c h cpp js ts json md txt yml go java html css sh lua toml".split()


def component(random):
    words = [random.choice(WORDS) for _ in range(random.choice((1, 1, 2, 2, 3)))]
    kind = random.random()
    if kind < 0.35:
        return "_".join(words)
    if kind < 0.6:
        return "-".join(words)
    if kind < 0.85:
        return "".join(word.capitalize() for word in words)
    return words[0] + "".join(word.capitalize() for word in words[1:])


def paths(count=1_000_000, seed=7):
    """Yields paths with an average length of 46.7 bytes. Some paths occur more than once."""
    generator = random.Random(seed)
    folders = ["/".join(component(generator) for _ in range(generator.choice((1, 1, 2, 2, 3, 3, 4, 5))))
               for _ in range(count * 6 // 100)]
    for _ in range(count):
        number = generator.randint(0, 999) if generator.random() < 0.3 else ""
        yield f"{generator.choice(folders)}/{component(generator)}{number}.{generator.choice(ENDINGS)}"
