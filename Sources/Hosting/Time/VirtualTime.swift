import EventLoop
import FeatureKit
import JSON
import JSONRPC
import OrderedCollections

/// Time that moves only by `clock/advance`, and what it does to everything outside the core thread.
///
/// What effects deliver is applied only while an advance or a wait is under way, effect by effect in the order in which
/// they began, and each only when it has come to its end. So the same input gives the same output.
final class VirtualTime {
    private struct Advance {
        let call: Call
        let target: Int
    }

    /// How much is done before others have their turn: an advance may lead past millions of timers.
    private static let mostSteps = 1_000

    let clock = VirtualClock()
    unowned var host: Host! = nil
    private var advances: [Advance] = []
    /// Work that an advance no longer waits for.
    private var skipped: Set<Int> = []
    private var realTimer: HostTimer?
    private var isProceeding = false
    /// Whether more was to be done when others got their turn.
    private var goesOn = false
    /// Whether more was to be done when somebody had to read first.
    private var isHeldUp = false

    /// Begins to move time; the call is answered when the move is done.
    func advance(by milliseconds: Int, _ call: Call) {
        let start = advances.last?.target ?? clock.now
        let (target, overflow) = start.addingReportingOverflow(milliseconds)
        let advance = Advance(call: call, target: overflow ? .max : target)
        advances.append(advance)
        call.onCancel = { [weak self] in self?.advances.removeAll { $0.call === call } }
    }

    /// Applies what can be applied now, moves time as far as is asked, and answers who waited for it.
    ///
    /// - Parameter isForced: true applies deliveries even if nobody waits: the host is about to end.
    func proceed(isForced: Bool) {
        if isProceeding { return }
        isProceeding = true
        defer { isProceeding = false }
        if goesOn { host.tape?.noteTurn() }
        goesOn = false
        for _ in 0..<Self.mostSteps {
            isHeldUp = !isForced && host.isHeldUp
            if isHeldUp { return }
            // A wait is answered right behind the action that settled its instance, and nothing is applied for nobody.
            host.answerWaits()
            guard isForced || !advances.isEmpty || hasWaits else {
                stopWaiting()
                skipped = []
                return
            }
            // Nobody waits for what an ending session lets come: its writes alone.
            if isForced, advances.isEmpty, !hasWaits {
                stopWaiting()
                // The host itself limits how long a write is waited for, and it must not be left out before that.
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
            // No work is left that could end a wait: only time could, and it moves by an advance alone.
            for instance in host.instances.values where instance.forwarded?.phase != .reopening {
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

    /// Goes on in another turn where somebody had to read, and has.
    func goOnIfRead() {
        guard isHeldUp, !host.isHeldUp else { return }
        isHeldUp = false
        goesOn = true
        host.loop.post {}
    }

    /// Whether time is being moved for a session, and nothing is waited for on the way.
    func isMoving(for session: Session) -> Bool {
        realTimer == nil && !host.isHeldUp && advances.contains { $0.call.session === session }
    }

    private var hasWaits: Bool { host.instances.values.contains { !$0.waits.isEmpty } }

    private var stores: [any AnyStore] {
        host.instances.values.map(\.store) + host.lingering.map(\.store)
    }

    private var isWorkOutstanding: Bool {
        stores.contains { store in store.activity.oldestWork.map { !skipped.contains($0) } ?? false }
    }

    /// Applies one action of the oldest work, if that has come to its end; false if there is nothing to apply.
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
            host.bury()
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

    /// Applies what was applied here when the recording was made.
    private func replayOne(of stores: [any AnyStore], _ tape: any Tape) -> Bool {
        let oldest = stores.map { (effect: $0.activity.oldestWork, isSaving: $0.isSaving) }
        guard let one = host.replayOne(of: stores, tape) else { return false }
        if one.isApplied, let store = oldest.first(where: { $0.effect == one.effect }) {
            if store.isSaving { stopWaiting() }
            host.bury()
        }
        return true
    }

    /// Limits how long work is waited for; the time begins anew with each write that is confirmed, since many may take
    /// theirs one after the other.
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
