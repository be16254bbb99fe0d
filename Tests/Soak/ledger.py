"""The edits of a list's rows: which were sent, answered, and shown as confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


def value(id: str, n: int, done: bool) -> dict[str, Any]:
    """Returns a row. Its members other than `done` all follow from `n`, so that a half-written row is detected."""
    return {"id": id, **members(n), "done": done}


def members(n: int) -> dict[str, Any]:
    return {"n": n, "twice": 2 * n, "text": f"{n} " * (n % 7 * 40)}


@dataclass
class Row:
    """The successive values of a row, and the numbers of its last answered and its last confirmed value."""

    values: list[tuple[int, bool]]
    answered: int = 0
    confirmed: int = -1
    # The number of the newest answered change of the order that moved or inserted the row.
    placed: int = 0
    is_deleted: bool = False
    is_deletion_answered: bool = False
    is_gone: bool = False


class Ledger:
    """The rows of one list since a checked state."""

    def __init__(self, rows: list[dict[str, Any]]):
        self.rows = {row["id"]: Row([(row["n"], row["done"])], confirmed=0) for row in rows}
        # The order of the rows after each change of the order; deleted rows keep their positions.
        self.orders = [list(self.rows)]
        self.moved: list[list[str]] = [[]]
        self.ordered = 0
        self.is_open = True

    def alive(self) -> list[str]:
        return [id for id in self.orders[-1] if not self.rows[id].is_deleted]

    # The sent edits. Each method returns the function to call when the edit is answered.

    def insert(self, id: str, n: int, before: str | None):
        self.rows[id] = Row([(n, False)], answered=-1)
        return self.place([id], before, at_first=0)

    def place(self, ids: list[str], before: str | None, at_first: int | None = None):
        order = [id for id in self.orders[-1] if id not in ids]
        moved = [id for id in self.orders[-1] if id in ids] or ids
        place = len(order) if before is None else order.index(before)
        self.orders.append(order[:place] + moved + order[place:])
        self.moved.append(ids)
        number = len(self.orders) - 1

        def answered():
            for id in ids:
                self.rows[id].placed = max(self.rows[id].placed, number)
                if at_first is not None:
                    self.rows[id].answered = max(self.rows[id].answered, at_first)

        return answered

    def update(self, id: str, n: int | None = None):
        """Records an update: a new number, or a toggled `done` if `n` is None."""
        row = self.rows[id]
        old = row.values[-1]
        row.values.append((n, old[1]) if n is not None else (old[0], not old[1]))
        number = len(row.values) - 1

        def answered():
            row.answered = max(row.answered, number)

        return answered

    def delete(self, ids: list[str]):
        for id in ids:
            self.rows[id].is_deleted = True

        def answered():
            for id in ids:
                self.rows[id].is_deletion_answered = True

        return answered

    # Shown rows

    def note(self, items: list[dict[str, Any]]) -> None:
        """Records a snapshot before any kill: rows that are not pending are confirmed, with all answered edits."""
        if not self.is_open:
            return
        shown = set()
        for item in items:
            id, row = item["id"], self.rows.get(item["id"])
            assert row is not None, f"{id} is shown, and nobody has sent it"
            assert id not in shown, f"{id} is shown twice"
            assert "errorId" not in item, f"{id} has failed: {item}"
            shown.add(id)
            if item["pending"] is None:
                row.confirmed = max(row.confirmed, row.answered, 0)
                self.ordered = max(self.ordered, row.placed)
                self.check_value(row, item["value"])
                assert not row.is_deletion_answered, f"{id} is shown without pending, and its deletion was answered"
        for id, row in self.rows.items():
            if row.is_deletion_answered and id not in shown:
                row.is_gone = True

    def check_value(self, row: Row, found: dict[str, Any]) -> None:
        candidates = row.values[max(0, row.confirmed) :]
        whole = value(found["id"], found["n"], found["done"])
        assert found == whole, f"half of an edit: {found}"
        numbers, toggles = {n for n, _ in candidates}, {done for _, done in candidates}
        known = f"{found['id']} has {found['n']}, {found['done']}, and not one of {candidates}"
        assert found["n"] in numbers and found["done"] in toggles, known

    # Rows after a kill

    def check(self, found: list[dict[str, Any]], is_strict: bool = True, forgiven: int = 0) -> None:
        """Checks the existing rows against the confirmed ones.

        `is_strict` is true if all edits were performed in order, up to some edit. Otherwise some edits were retried:
        then all rows exist, except at most `forgiven` inserted ones, and rows that no retried edit moved keep their
        order.
        """
        ids = [row["id"] for row in found]
        assert len(ids) == len(set(ids)), f"a row is there twice: {ids}"
        there = set(ids)
        unknown = there - set(self.rows)
        assert not unknown, f"nobody has sent {sorted(unknown)}"
        lost = [id for id, row in self.rows.items() if row.confirmed >= 0 and not row.is_deleted and id not in there]
        assert not lost, f"confirmed rows are lost: {lost}"
        back = [id for id, row in self.rows.items() if row.is_gone and id in there]
        assert not back, f"rows whose deletion was confirmed are there again: {back}"
        for row in found:
            self.check_value(self.rows[row["id"]], row)
        if is_strict:
            # Insertions and moves are written in order, so the rows have one of the orders that were sent.
            done = [order for order in self.orders[self.ordered :] if self.may_be(order, there)]
            assert any(ids == [id for id in order if id in there] for order in done), (
                f"the order is {ids}, and none of the {len(done)} that are possible: {done[:1]} … {done[-1:]}"
            )
        else:
            missing = [id for id, row in self.rows.items() if not row.is_deleted and id not in there]
            assert len(missing) <= forgiven, f"rows are missing, and no error says so: {missing}"
            moved = {id for ids in self.moved[self.ordered + 1 :] for id in ids}
            still = [id for id in self.orders[-1] if id in there and id not in moved]
            assert still == [id for id in ids if id in set(still)], f"rows that nobody moved stand elsewhere: {ids}"

    def may_be(self, order: list[str], there: set[str]) -> bool:
        """Returns true if exactly these rows can be left after all edits up to this order and any deletions."""
        return there <= set(order) and all(self.rows[id].is_deleted for id in order if id not in there)
