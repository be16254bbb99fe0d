/// What a dependency does that a test has not provided: it fails the test that reaches it.
///
/// ```swift
/// static let unimplemented = PostService { () throws(Failure) in throw Unimplemented.reached("PostService.posts") }
/// ```
public enum Unimplemented {
    /// Where a test hears of it; a `TestStore` sets it for its feature and all effects of it.
    @TaskLocal public static var report: (@Sendable (String) -> Void)?

    /// Reports that something was used that is not there.
    ///
    /// - Parameter name: the type and the member, such as `PostService.posts`.
    /// - Returns: the failure for a member that can throw.
    public static func reached(_ name: String) -> Failure {
        report?("\(name) is not implemented in this test")
        return Failure("unimplemented", "\(name) is not implemented", retryable: false)
    }

    /// Reports that something was used that is not there, for a member that can't throw.
    public static func reached<Value>(_ name: String, returning placeholder: Value) -> Value {
        _ = reached(name)
        return placeholder
    }
}
