"""Random mutations of bytes."""

TOKENS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b",",
    b":",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\x00",
    b"\xff",
    b"\xc0\xaf",
    b"null",
    b"1e999",
    b"-0",
    b"99999999999999999999",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"1.5",
    b"\r",
    b"\t",
    b" ",
    b"[" * 3000,
    b'{"a":' * 3000,
    b"\n",
    b"\n\n",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b'"id":7,',
    b'"method"',
    b'"params":[],',
    b"x" * 70_000,
]


def mutate(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([0, 1, 1, 2, 5, 20])):
        at = rng.randrange(len(data) + 1)
        dice = rng.randrange(6)
        if dice == 0:
            data[at:at] = rng.choice(TOKENS)
        elif dice == 1:
            del data[at : at + rng.choice([1, 1, 3, 20])]
        elif dice == 2 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif dice == 3:
            data[at : at + rng.randrange(8)] = rng.choice(TOKENS)
        elif dice == 4:
            end = min(len(data), at + rng.randrange(60))
            data[at:at] = data[at:end]
        elif dice == 5 and at < len(data):
            data[at] = rng.randrange(256)
    return bytes(data)
