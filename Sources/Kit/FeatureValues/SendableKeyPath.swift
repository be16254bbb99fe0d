/// A writable key path that may be used on other threads, because all values that it captures are `Sendable`.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable
