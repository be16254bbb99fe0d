import DequeModule
import FHEventLoop
import FHPeers
import FeatureKit
import Logging
import OrderedCollections

/// The end of each turn of the loop, and the end of the host.
extension Host {
    /// True if there is an unconfirmed write that must not be lost.
    ///
    /// While the host is ending, this is false after no write was confirmed for `limits.drainMs`.
    var isSaving: Bool {
        !ending.hasGivenUp && instances.areSaving
    }

    /// True if a session must not end before all writes are confirmed, because the host ends with the session.
    var mustSaveBeforeEnd: Bool { (options.lifetime == .sessions || ending.isShuttingDown) && isSaving }

    /// True if all sessions are draining and the lifetime is over.
    ///
    /// Then the host only waits for writes.
    private var isEnding: Bool {
        guard sessions.allSatisfy({ $0.ending.isDraining }) else { return false }
        if ending.isShuttingDown { return true }
        return switch options.lifetime {
        case .sessions: sessions.begunCount > 0
        case .use: ending.hasServed && !instances.values.contains { $0.isKept }
        case .signal: false
        }
    }

    /// Stops waiting for writes if none is confirmed within `limits.drainMs`.
    private func watchSaving() {
        if ending.saveTimer != nil { return }
        let before = savingRevisions
        ending.saveTimer = time.schedule(afterMilliseconds: limits.drainMs) { [weak self] in
            guard let self else { return }
            ending.saveTimer = nil
            if savingRevisions == before {
                ending.hasGivenUp = true
                sessions.needPump = true
                log.error("a source did not confirm the last edits; they may be lost")
            }
        }
    }

    /// The sum of the revisions of all instances; each confirmed write increases this sum.
    private var savingRevisions: Int {
        instances.all.reduce(0) { $0 + $1.store.revision }
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
            if sessions.needPump {
                sessions.needPump = false
                for session in sessions { session.resume() }
                // The handling of input may wait for deliveries that have already arrived and will not wake the loop
                // again.
                if let virtualTime { virtualTime.proceed(isForced: isDraining) }
            }
            clientSources.notices.tell()
            handOn()
            for session in sessions {
                session.outbox.flush()
                session.served?.tellChanges(to: session.outbox)
                if let tape { session.noteRead(tape) }
                if session.canGoOn { sessions.needPump = true }
            }
            endSessions()
        } while sessions.needPump
        startAhead()
        if let virtualTime {
            plugins.hold(isHeldUp)
            virtualTime.goOnIfRead()
        }
        turns.goOn()
        endIfDone()
    }

    private func deliver() {
        let numbers = instances.woken.take()
        if let virtualTime { return virtualTime.proceed(isForced: isDraining) }
        if let tape { return deliver(numbers, tape) }
        if numbers.isEmpty { return }
        for instance in instances.all where numbers.contains(instance.number) {
            instance.store.deliver()
        }
        reap()
    }

    /// True if the host is ending and waits for writes.
    ///
    /// Then the deliveries of pending writes are applied even if no client advances the virtual clock.
    private var isDraining: Bool { isEnding && isSaving }

    /// Removes each closing instance whose writes are confirmed.
    func reap() {
        if instances.closing.isEmpty, !sessions.contains(where: { $0.ending.isDraining }) { return }
        instances.reap()
        if !isSaving { sessions.needPump = true }
    }

    func answerWaits() {
        // This code runs in every turn, and usually no request waits.
        if instances.waitCount > 0 {
            for instance in instances.values where !instance.waits.isEmpty && instance.store.isSettled {
                for wait in instance.takeWaits() { wait.answer() }
            }
        }
        answerRuns()
    }

    /// Answers the runs that have an outcome.
    func answerRuns() {
        while let run = instances.endings.popFirst() { run.answer() }
    }

    private func endSessions() {
        for session in sessions {
            if session.outbox.failure != nil {
                session.handleRest()
                session.end(status: 1)
            }
            session.transport?.gateChanged()
        }
        for session in sessions.takeGone() {
            if session.handshake.hasBegun { ending.hasServed = true }
            session.settings.processWatch?.cancel()
            session.transport?.sessionGone()
        }
    }

    private func endIfDone() {
        // If the host is not ending, for example because a session has started, it waits for slow sources again.
        guard isEnding else { return ending.hasGivenUp = false }
        if isSaving { return watchSaving() }
        if !ending.hasEnded, sessions.isEmpty { ending.hasEnded = ending.whenUnused() }
    }
}
