"""Settings that all Python tests share."""

import gc


def pytest_collection_finish():
    """Leaves what tests throw away to the counts of references.

    The collector of cycles would look through all messages that a test holds, again and again: four fifths of the time
    of one that reads many.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def pytest_runtest_teardown(item, nextitem):
    """Collects between two files, where little is held."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
