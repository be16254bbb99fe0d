import FHEventLoop

/// An actor on a ``PollLoop``.
///
/// It is for code that needs the isolation of the loop and has no state.
///
/// An actor with state needs copies of both members. On the loop's thread, `assumeIsolated` then enters the actor
/// without a hop.
actor CoreActor {
    /// The loop.
    ///
    /// It is stored because the executor reference of an actor does not retain it.
    nonisolated let loop: PollLoop

    /// The loop as an executor reference for the runtime.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        loop.asUnownedSerialExecutor()
    }

    /// Makes an actor whose jobs run on `loop`.
    init(on loop: PollLoop) {
        self.loop = loop
    }
}
