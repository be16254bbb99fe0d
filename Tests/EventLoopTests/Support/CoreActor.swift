import FHEventLoop

/// An actor on a ``PollLoop``.
///
/// The actor is for code that needs the isolation of the loop and has no state.
///
/// An actor with state needs the same two members. On the loop's thread, `assumeIsolated` then enters the actor without
/// a hop.
actor CoreActor {
    /// The loop.
    ///
    /// The loop is stored, because the executor reference of an actor does not retain the loop.
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
