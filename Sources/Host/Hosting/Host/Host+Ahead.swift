import FHEventLoop

/// The schedule for starting the SQLite plugin before it is needed.
///
/// Starting the plugin's process takes longer than everything else that a first page of rows needs.
enum AheadStart {
    /// Not scheduled, or started already.
    case never
    /// Starts after the first answer to `initialize`. A session that never initializes needs no plugin.
    case afterInitialize
    /// Starts at the end of the turn after this one, when the answer to `initialize` has been written.
    case nextTurn
    /// Starts at the end of this turn, after further input was read. A session that has ended by then needs no plugin.
    case thisTurn
}

extension Host {
    /// Advances the schedule after an `initialize` is answered.
    func noteInitialized() {
        if plugins.ahead == .afterInitialize { plugins.ahead = .nextTurn }
    }

    /// Starts the SQLite plugin when that is due.
    ///
    /// This is called at the end of each turn.
    func startAhead() {
        switch plugins.ahead {
        case .never, .afterInitialize: return
        case .nextTurn:
            plugins.ahead = .thisTurn
            // This guarantees a next turn, even without input.
            loop.post {}
        case .thisTurn:
            plugins.ahead = .never
            let isServing = sessions.contains { $0.ending.phase == .open && !$0.handshake.isShutDown }
            if isServing { plugins.startAhead() }
        }
    }
}
