import DequeModule
import FHEventLoop
import FeatureKit
import Logging
import OrderedCollections

/// The end of each turn of the loop, and the end of the host.
extension Host {
    /// True if a write is unconfirmed that must not be lost.
    ///
    /// While the host is ending, a source without progress for `limits.drainMs` is given up.
    var isSaving: Bool {
        if hasGivenUp { return false }
        return !lingering.isEmpty || instances.values.contains { $0.store.isSaving }
    }

    /// True if a session has to wait with its end until all writes are confirmed, since the host ends with it.
    var mustSaveBeforeEnd: Bool { (lifetime == .sessions || isShuttingDown) && isSaving }

    /// True if all sessions are draining and the lifetime is over, so that only saving is left.
    private var isEnding: Bool {
        guard sessions.allSatisfy({ $0.phase == .draining }) else { return false }
        if isShuttingDown { return true }
        return switch lifetime {
        case .sessions: sessionCount > 0
        case .use: hasServed && !instances.values.contains { $0.isKept }
        case .signal: false
        }
    }

    /// Gives up saving if no write is confirmed within `limits.drainMs`.
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

    /// The sum of the revisions of all instances: it changes with every confirmed write.
    private var savingRevisions: Int {
        (Array(instances.values) + lingering).reduce(0) { $0 + $1.store.revision }
    }

    /// Ends a turn: applies the deliveries of effects, answers waits, resumes sessions and writes the output.
    package func finishTurn() {
        tape?.beginTurn()
        defer { tape?.endTurn() }
        repeat {
            tape?.tellChanges()
            deliver()
            for session in sessions { session.served?.deliver(to: session.outbox) }
            answerWaits()
            if needsPump {
                needsPump = false
                for session in sessions { session.resume() }
                // Reading may wait for deliveries that are there already and will not wake the loop again.
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
        turns.goOn()
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

    /// True if the host is ending and waits for writes, which then are applied whatever the clock.
    private var isDraining: Bool { isEnding && isSaving }

    /// Closes the lingering instances whose writes are confirmed.
    func bury() {
        if lingering.isEmpty, !sessions.contains(where: { $0.phase == .draining }) { return }
        for instance in lingering where !instance.store.isSaving { instance.store.close() }
        lingering.removeAll { !$0.store.isSaving }
        if !isSaving { needsPump = true }
    }

    func answerWaits() {
        // This runs in every turn, and mostly nothing waits.
        if waitCount > 0 {
            for instance in instances.values where !instance.waits.isEmpty && instance.store.isSettled {
                for wait in instance.takeWaits() { wait.answer() }
            }
        }
        answerRuns()
    }

    /// Answers the runs whose instances have ended with an outcome.
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
        // A session that has joined meanwhile may wait for a slow source.
        guard isEnding else { return hasGivenUp = false }
        if isSaving { return watchSaving() }
        if !hasEnded, sessions.isEmpty { hasEnded = whenUnused() }
    }
}
