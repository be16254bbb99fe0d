import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs.
    ///
    /// The time of a test includes its waiting for all tests that run beside it, so a busy machine needs much of it.
    public static var hangLimit: Self { .timeLimit(.minutes(60)) }
}
