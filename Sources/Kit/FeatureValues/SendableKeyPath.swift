/// A key path that may be used on other threads: a path of stored members and constants.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable
