import Glibc
import SystemPackage

/// The array for `poll(2)`, which is kept between turns, and the watch of each slot in the array.
///
/// When a watch is removed, its slot, including `revents`, is cleared immediately. A new watch that gets the slot in
/// the same turn must not get an event of the removed watch.
struct PollTable {
    private var entries: [pollfd] = []
    private var watches: [Watch?] = []
    private var freeSlots: [Int] = []
    /// The number of ready slots of the latest `poll` that ``takeReady(from:)`` has not visited yet.
    private var unseen = 0

    /// Adds the wake pipe at slot 0.
    ///
    /// The wake pipe has no watch, because ``poll(timeout:)`` returns true if the pipe is readable.
    mutating func addWakeDescriptor(_ descriptor: Int32) {
        precondition(entries.isEmpty)
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        watches.append(nil)
    }

    /// Waits for an event of a descriptor, at most `timeout` milliseconds; -1 for no limit.
    ///
    /// Returns true if the wake pipe is readable. A wait that a signal interrupts counts as a wait without events.
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

    /// Returns the watch of the first ready slot at or after `slot`, and its events; nil if there is none.
    ///
    /// `slot` becomes the slot after the slot of the returned watch.
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

    /// Assigns a free slot to `watch`, and returns the slot.
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

    /// Applies the changed interest of a watch to its slot.
    ///
    /// An empty interest removes the descriptor from the slot, because otherwise `poll` would still report hang-ups.
    mutating func update(_ slot: Int, _ watch: Watch) {
        entries[slot].fd = watch.interest.isEmpty ? -1 : watch.descriptor.rawValue
        // Events that were not requested before `poll` are not reported now.
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

    /// Removes all slots except the slot of the wake pipe.
    ///
    /// Returns the watches, so that the caller can release their handlers.
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
