"""A host with one open feature, to which a test sends actions."""

from host import Host, workspace


class Driven:
    """The only instance of a host; each action waits until the instance has settled."""

    def __init__(self, folder, sources, features, feature):
        self.host = Host("-w", workspace(folder, sources, features))
        self.host.do("feature/open", feature=feature, instance="i")
        self.host.do("feature/settle", instance="i")

    def __enter__(self):
        self.host.__enter__()
        return self

    def __exit__(self, *error):
        return self.host.__exit__(*error)

    def act(self, action, params=None, path=()):
        self.host.act("i", action, params or {}, path=list(path), **{"await": "settled"})
        return self

    @property
    def snapshot(self):
        return self.host.do("feature/snapshot", instance="i")
