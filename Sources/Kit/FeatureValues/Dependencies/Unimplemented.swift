/// A placeholder for a dependency that a test has not provided; using the placeholder fails the test.
///
/// ```swift
/// static let unimplemented = PostService { () throws(Failure) in throw Unimplemented.reached("PostService.posts") }
/// ```
public enum Unimplemented {
    /// Called with a message when a placeholder is used; nil to ignore the use.
    ///
    /// A `TestStore` sets the handler while it runs the feature and the feature's effects.
    @TaskLocal public static var report: Handler?

    /// The handler of a used placeholder.
    ///
    /// It is a structure, because an optimized program crashes if the value of a task local is a closure.
    public struct Handler: Sendable {
        private let receive: @Sendable (String) -> Void

        /// Makes a handler of messages.
        public init(_ receive: @escaping @Sendable (String) -> Void) {
            self.receive = receive
        }

        /// Reports a message; safe on any thread.
        public func callAsFunction(_ message: String) { receive(message) }
    }

    /// Reports the use of a member that has no implementation.
    ///
    /// - Parameter name: the type and the member, such as `PostService.posts`.
    /// - Returns: the failure, for a member that can throw.
    public static func reached(_ name: String) -> Failure {
        report?("\(name) is not implemented in this test")
        return Failure("unimplemented", "\(name) is not implemented", retryable: false)
    }

    /// Reports the use of a member that has no implementation and can't throw, and returns the placeholder.
    public static func reached<Value>(_ name: String, returning placeholder: Value) -> Value {
        _ = reached(name)
        return placeholder
    }
}
