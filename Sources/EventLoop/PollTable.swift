import Glibc
import SystemPackage

/// The array that `poll(2)` takes, kept between turns, and the watch of each of its slots.
///
/// A slot that is left is cleared on the spot, its `revents` included: whoever takes it in the same turn, with the same
/// descriptor number or another, can't be given the event of the one before.
struct PollTable {
    private var entries: [pollfd] = []
    private var watches: [Watch?] = []
    private var freeSlots: [Int] = []
    /// How many entries of the latest `poll` may still carry an event.
    private var unseen = 0

    /// The wake pipe takes slot 0 and is not dispatched: `poll` returns its state.
    mutating func addWakeDescriptor(_ descriptor: Int32) {
        precondition(entries.isEmpty)
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        watches.append(nil)
    }

    /// Waits at most `timeout` milliseconds, and says whether the wake pipe is readable.
    ///
    /// An interrupted wait is one without events.
    mutating func poll(timeout: Int32) -> Bool {
        let count = waitForDescriptors(&entries, milliseconds: timeout)
        guard count > 0 else {
            unseen = 0
            return false
        }
        let isAwake = entries[0].revents != 0
        entries[0].revents = 0
        unseen = isAwake ? count - 1 : count
        return isAwake
    }

    /// The watch of the next ready slot from `slot` on, and what it is to be told.
    mutating func takeReady(from slot: inout Int) -> (watch: Watch, ready: Interest)? {
        while unseen > 0, slot < entries.count {
            defer { slot += 1 }
            let seen = entries[slot].revents
            guard seen != 0 else { continue }
            entries[slot].revents = 0
            unseen -= 1
            guard let watch = watches[slot] else { continue }
            let ready = Interest(revents: seen, of: watch.interest)
            if !ready.isEmpty { return (watch, ready) }
        }
        unseen = 0
        return nil
    }

    /// Gives `watch` a slot, and returns it.
    mutating func insert(_ watch: Watch) -> Int {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            watches[slot] = watch
        } else {
            slot = entries.count
            entries.append(pollfd(fd: -1, events: 0, revents: 0))
            watches.append(watch)
        }
        update(slot, watch)
        return slot
    }

    /// Takes over the watch's interest.
    ///
    /// No interest takes the descriptor out, since `poll` reports hang-ups even to those who ask for nothing.
    mutating func update(_ slot: Int, _ watch: Watch) {
        entries[slot].fd = watch.interest.isEmpty ? -1 : watch.descriptor.rawValue
        // What was not asked for when `poll` looked is not reported now.
        if watch.interest.isEmpty { entries[slot].revents = 0 }
        let added = watch.interest.events & ~entries[slot].events
        entries[slot].revents &= ~added
        entries[slot].events = watch.interest.events
    }

    mutating func remove(_ slot: Int) {
        entries[slot] = pollfd(fd: -1, events: 0, revents: 0)
        watches[slot] = nil
        freeSlots.append(slot)
    }

    /// Empties all slots but the first, and returns their watches, whose handlers are the caller's to release.
    mutating func removeAll() -> [Watch] {
        defer {
            entries.removeSubrange(1...)
            watches.removeSubrange(1...)
            freeSlots.removeAll()
            unseen = 0
        }
        return watches.compactMap { $0 }
    }
}
