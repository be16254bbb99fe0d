import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import OrderedCollections

/// Time that moves only by `clock/advance`, with a deterministic order of deliveries.
///
/// Deliveries of effects are applied only during an advance or a wait, or before the host ends. Foreground effects are
/// handled one by one in the order of their start, and the deliveries of such an effect are applied only when the
/// effect has ended. A delivery of a background effect is applied when no foreground effect is awaited. So the same
/// input gives the same output.
final class VirtualTime {
    private struct Advance {
        let call: Call
        let target: Int
    }

    /// The maximum number of steps in one turn.
    ///
    /// An advance can pass millions of timers. The limit lets the host handle other input between the turns.
    private static let mostSteps = 1_000

    let clock = VirtualClock()
    unowned var host: Host! = nil
    private var advances: [Advance] = []
    /// The effects for which an advance no longer waits, because they took longer than `limits.realWaitMs`.
    private var skipped: Set<Int> = []
    private var realTimer: HostTimer?
    private var isProceeding = false
    /// True if work remained when the maximum number of steps was reached.
    private var goesOn = false
    /// True if a slow reader blocks the remaining work.
    private var isHeldUp = false

    /// Starts to move time.
    ///
    /// The call is answered when the move is complete.
    func advance(by milliseconds: Int, _ call: Call) {
        let start = advances.last?.target ?? clock.now
        let (target, overflow) = start.addingReportingOverflow(milliseconds)
        let advance = Advance(call: call, target: overflow ? .max : target)
        advances.append(advance)
        call.onCancel = { [weak self] in self?.advances.removeAll { $0.call === call } }
    }

    /// Applies deliveries, moves time as far as requested, and answers the waiting calls.
    ///
    /// - Parameter isForced: true to apply deliveries without a waiting call, because the host is about to end.
    func proceed(isForced: Bool) {
        if isProceeding { return }
        isProceeding = true
        defer { isProceeding = false }
        if goesOn { host.tape?.noteTurn() }
        goesOn = false
        for _ in 0..<Self.mostSteps {
            isHeldUp = !isForced && host.isHeldUp
            if isHeldUp { return }
            // A wait is answered right after the action that settled its instance. Deliveries are applied only for a
            // wait or an advance, or before the host ends.
            host.answerWaits()
            guard isForced || !advances.isEmpty || hasWaits else {
                stopWaiting()
                skipped = []
                return
            }
            // While the host ends, only the deliveries of pending writes are applied.
            if isForced, advances.isEmpty, !hasWaits {
                stopWaiting()
                // The host has its own time limit for writes, so no write is skipped before that limit.
                skipped = []
                if applyOne(of: stores.filter(\.isSaving)) { continue }
                return
            }
            if applyOne(of: stores) { continue }
            if isWorkOutstanding {
                waitForWork()
                return
            }
            stopWaiting()
            // The remaining instances can only settle by an advance of time, so their waits are answered now.
            for instance in host.instances.values where !instance.backend.isReopening {
                for wait in instance.takeWaits() { wait.answer() }
            }
            guard let advance = advances.first else { return }
            if let deadline = clock.nextDeadline, deadline <= advance.target {
                clock.move(to: deadline)
                clock.fireNext()
            } else {
                clock.move(to: advance.target)
                skipped = []
                let now = clock.now
                advances.removeFirst()
                advance.call.answer { json in
                    json.beginObject()
                    json.field("now", now)
                    json.endObject()
                }
            }
        }
        goesOn = true
        host.loop.post {}
    }

    /// Resumes in another turn, as soon as a slow reader has read its output.
    func goOnIfRead() {
        guard isHeldUp, !host.isHeldUp else { return }
        isHeldUp = false
        goesOn = true
        host.loop.post {}
    }

    /// True if a session is moving time and nothing blocks the move: no work of effects and no slow reader.
    func isMoving(for session: Session) -> Bool {
        realTimer == nil && !host.isHeldUp && advances.contains { $0.call.session === session }
    }

    private var hasWaits: Bool { host.instances.values.contains { !$0.waits.isEmpty } }

    private var stores: [any AnyStore] {
        host.instances.values.map(\.store) + host.instances.closing.map(\.store)
    }

    private var isWorkOutstanding: Bool {
        stores.contains { store in store.activity.oldestWork.map { !skipped.contains($0) } ?? false }
    }

    /// Resumes an interrupted delivery, or applies one delivery of the oldest foreground effect, if that effect has
    /// ended.
    ///
    /// If no foreground effect is awaited, applies one delivery of the oldest background effect.
    ///
    /// Returns false if no delivery can be applied.
    private func applyOne(of stores: [any AnyStore]) -> Bool {
        for store in stores where store.resume() {
            host.tape?.noteTurn()
            return true
        }
        host.tape?.gate()
        if let tape = host.tape, tape.isReplay { return replayOne(of: stores, tape) }
        for store in stores { store.collect() }
        let working = stores.compactMap { store in store.activity.oldestWork.map { (store, $0) } }
            .filter { !skipped.contains($0.1) }
        if let (store, effect) = working.min(by: { $0.1 < $1.1 }) {
            guard store.activity.isOldestWorkComplete else { return false }
            note(effect, of: store, among: stores)
            let isSaving = store.isSaving
            guard store.deliver(from: effect) else { return false }
            if isSaving { stopWaiting() }
            host.reap()
            return true
        }
        let watching = stores.compactMap { store in store.activity.oldestBackgroundDelivery.map { (store, $0) } }
        guard let (store, effect) = watching.min(by: { $0.1 < $1.1 }) else { return false }
        note(effect, of: store, among: stores)
        return store.deliver(from: effect)
    }

    private func note(_ effect: Int, of store: any AnyStore, among stores: [any AnyStore]) {
        guard let tape = host.tape, let place = stores.firstIndex(where: { $0 === store }),
            let delivered = store.deliveries.first(where: { $0.effect == effect })
        else { return }
        _ = tape.note(delivered, of: store, at: place)
    }

    /// Applies the delivery that was recorded at the current gate.
    private func replayOne(of stores: [any AnyStore], _ tape: any Tape) -> Bool {
        let oldest = stores.map { (effect: $0.activity.oldestWork, isSaving: $0.isSaving) }
        guard let one = host.replayOne(of: stores, tape) else { return false }
        if one.isApplied, let store = oldest.first(where: { $0.effect == one.effect }) {
            if store.isSaving { stopWaiting() }
            host.reap()
        }
        return true
    }

    /// Starts the timeout after which an advance no longer waits for running effects, if the timeout is not running
    /// yet.
    ///
    /// Each confirmed write restarts the timeout, because many writes may follow each other.
    private func waitForWork() {
        if realTimer != nil { return }
        realTimer = host.time.schedule(afterMilliseconds: host.limits.realWaitMs) { [weak self] in
            guard let self else { return }
            realTimer = nil
            skipped.formUnion(stores.compactMap(\.activity.oldestWork))
        }
    }

    private func stopWaiting() {
        realTimer?.cancel()
        realTimer = nil
    }
}
