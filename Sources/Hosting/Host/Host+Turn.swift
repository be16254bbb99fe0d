import DequeModule
import EventLoop
import FeatureKit
import Logging
import OrderedCollections

/// What happens before the loop waits again, and how the host ends.
extension Host {
    /// Whether a write is on its way that must not be lost.
    ///
    /// While somebody waits for it, a source that makes no headway for `limits.drainMs` is given up.
    var isSaving: Bool {
        if hasGivenUp { return false }
        return !lingering.isEmpty || instances.values.contains { $0.store.isSaving }
    }

    /// Whether a session must not end before all is saved: the host ends with it.
    var mustSaveBeforeEnd: Bool { (lifetime == .sessions || isShuttingDown) && isSaving }

    /// Whether nobody is left who could go on, so that nothing but saving is left to be done.
    private var isEnding: Bool {
        guard sessions.allSatisfy({ $0.phase == .draining }) else { return false }
        if isShuttingDown { return true }
        return switch lifetime {
        case .sessions: sessionCount > 0
        case .use: hasServed && !instances.values.contains { $0.isKept }
        case .signal: false
        }
    }

    /// Gives up saving when no write was confirmed for a while, although the session or the host is to end.
    private func watchSaving() {
        if saveTimer != nil { return }
        let before = savingRevisions
        saveTimer = time.schedule(afterMilliseconds: limits.drainMs) { [weak self] in
            guard let self else { return }
            saveTimer = nil
            if savingRevisions == before {
                hasGivenUp = true
                needsPump = true
                log.error("a source did not confirm the last edits; they may be lost")
            }
        }
    }

    /// Changes with every write that is confirmed.
    private var savingRevisions: Int {
        (Array(instances.values) + lingering).reduce(0) { $0 + $1.store.revision }
    }

    /// Applies what effects delivered, answers waits, lets sessions go on, and writes what the turn gathered.
    func finishTurn() {
        tape?.beginTurn()
        defer { tape?.endTurn() }
        turns.goOn()
        repeat {
            tape?.tellChanges()
            deliver()
            for session in sessions { session.served?.deliver(to: session.outbox) }
            answerWaits()
            if needsPump {
                needsPump = false
                for session in sessions { session.resume() }
                // What was read may wait for what is there already: no delivery will wake the host for it.
                if let virtualTime { virtualTime.proceed(isForced: isDraining) }
            }
            notices.tell()
            handOn()
            for session in sessions {
                session.outbox.flush()
                session.served?.tellChanges(to: session.outbox)
                if let tape { session.noteRead(tape) }
                if session.canGoOn { needsPump = true }
            }
            endSessions()
        } while needsPump
        startAhead()
        if let virtualTime {
            plugins.hold(isHeldUp)
            virtualTime.goOnIfRead()
        }
        endIfDone()
    }

    private func deliver() {
        let numbers = woken.take()
        if let virtualTime { return virtualTime.proceed(isForced: isDraining) }
        if let tape { return deliver(numbers, tape) }
        if numbers.isEmpty { return }
        for instance in Array(instances.values) + lingering where numbers.contains(instance.number) {
            instance.store.deliver()
        }
        bury()
    }

    /// Whether a session ends and waits for writes, which then are applied whatever the clock.
    private var isDraining: Bool { isEnding && isSaving }

    /// Closes what lingered for a write that is done now.
    func bury() {
        if lingering.isEmpty, !sessions.contains(where: { $0.phase == .draining }) { return }
        for instance in lingering where !instance.store.isSaving { instance.store.close() }
        lingering.removeAll { !$0.store.isSaving }
        if !isSaving { needsPump = true }
    }

    func answerWaits() {
        // Asked in every turn: mostly nobody waits.
        if waitCount > 0 {
            for instance in instances.values where !instance.waits.isEmpty && instance.store.isSettled {
                for wait in instance.takeWaits() { wait.answer() }
            }
        }
        answerRuns()
    }

    /// Answers whose instances have come to an outcome.
    func answerRuns() {
        while let run = endings.popFirst() { run.answer() }
    }

    private func endSessions() {
        for session in sessions {
            if session.outbox.failure != nil {
                session.handleRest()
                session.end(status: 1)
            }
            session.onGate()
        }
        let ended = sessions.filter { $0.phase == .ended && $0.outbox.isEmpty }
        if ended.isEmpty { return }
        sessions.removeAll { session in ended.contains { $0 === session } }
        for session in ended {
            if session.hasBegun { hasServed = true }
            session.processWatch?.cancel()
            session.onGone()
        }
    }

    private func endIfDone() {
        // Whoever came meanwhile may wait for what a source takes long to confirm.
        guard isEnding else { return hasGivenUp = false }
        if isSaving { return watchSaving() }
        if !hasEnded, sessions.isEmpty { hasEnded = whenUnused() }
    }
}
