/// One thing that waits for its run on the loop's thread.
enum LoopJob: Sendable {
    case task(UnownedJob)
    case body(@Sendable () -> Void)
}
