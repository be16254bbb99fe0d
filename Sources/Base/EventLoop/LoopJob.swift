/// A job that is queued for the loop's thread.
enum LoopJob: Sendable {
    case task(UnownedJob)
    case body(@Sendable () -> Void)
}
