/// An actor on a ``PollLoop``, for code that needs the loop's isolation and no state of its own.
///
/// An actor with state copies these two members: on the loop's thread `assumeIsolated` then enters it without a hop.
public actor CoreActor {
    /// The loop, held because an actor's executor reference does not hold it.
    public nonisolated let loop: PollLoop

    /// The loop, as the runtime wants it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        loop.asUnownedSerialExecutor()
    }

    /// Creates an actor whose jobs run on `loop`.
    public init(on loop: PollLoop) {
        self.loop = loop
    }
}
