/// A place in a value that may be handed to other threads: a path of stored members and constants.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable
