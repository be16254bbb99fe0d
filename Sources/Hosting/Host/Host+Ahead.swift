import EventLoop

/// When the plugin that comes with the host is started ahead of what is asked of it.
///
/// Its process takes longer to start than all else that a first page takes.
enum AheadStart {
    /// It isn't, or has been.
    case never
    /// When somebody has been told what there is: who asks no more than other things needs no process for it.
    case afterInitialize
    /// That is answered, and written in this turn.
    case nextTurn
    /// In this turn, behind what has come meanwhile: a session that has ended needs no process.
    case thisTurn
}

extension Host {
    /// Says that an `initialize` is answered.
    func noteInitialized() {
        if ahead == .afterInitialize { ahead = .nextTurn }
    }

    /// Starts the plugin that comes with the host when its turn has come; called at the end of each.
    func startAhead() {
        switch ahead {
        case .never, .afterInitialize: return
        case .nextTurn:
            ahead = .thisTurn
            // There is a next turn, also where nothing comes.
            loop.post {}
        case .thisTurn:
            ahead = .never
            if sessions.contains(where: { $0.phase == .open && !$0.isShutDown }) { plugins.startAhead() }
        }
    }
}
