"""Settings that all Python tests share."""

import gc
import signal

# What is started in the background of a shell, or by nohup, ignores these signals, and so would the programs that tests
# start and end by them.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


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
