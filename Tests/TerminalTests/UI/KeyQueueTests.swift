import FHJSON
import FHTerminalClient
import FHTerminalScreen
import Testing

@testable import FHTerminalUI

/// Keys that wait until the actions of earlier keys are answered.
@Suite struct KeyQueueTests {
    /// A queue of letters, of which the capital letters are commands.
    private final class Letters {
        private var queue = KeyQueue()

        init(_ letters: String) { for letter in letters { queue.append(.key(.character(letter))) } }

        var isEmpty: Bool { queue.isEmpty }
        var isCommanded: Bool { queue.isCommanded }
        var deadline: Int? { queue.deadline }

        /// Returns the next letter if it can be handled now.
        func next(isWaiting: Bool, now: Int = 0) -> Character? {
            let event = queue.next(isWaiting: isWaiting, now: now) { Self.letter(of: $0)?.isUppercase == true }
            return event.flatMap(Self.letter(of:))
        }

        /// Returns the letters that can be handled now.
        func take(isWaiting: Bool, now: Int = 0) -> String {
            var taken = ""
            while let letter = next(isWaiting: isWaiting, now: now) { taken.append(letter) }
            return taken
        }

        private static func letter(of event: InputEvent) -> Character? {
            guard case .key(let key) = event, case .character(let letter) = key.code else { return nil }
            return letter
        }
    }

    @Test func keysThatAreNoCommandsDoNotWait() {
        let queue = Letters("abc")
        #expect(queue.take(isWaiting: true) == "abc" && queue.isEmpty)
    }

    @Test func aCommandWaitsForEarlierAnswers() {
        let queue = Letters("aBc")
        #expect(queue.take(isWaiting: true) == "a" && !queue.isEmpty)
        #expect(queue.take(isWaiting: false) == "Bc" && queue.deadline == nil)
    }

    @Test func keysAfterACommandWaitForItsAnswer() {
        let queue = Letters("Bcd")
        #expect(queue.next(isWaiting: false) == "B" && queue.isCommanded)
        #expect(queue.take(isWaiting: true).isEmpty)
        #expect(queue.take(isWaiting: false) == "cd" && !queue.isCommanded)
    }

    @Test func keysAfterACommandWithoutAnAnswerAreDropped() {
        let queue = Letters("Bcd")
        _ = queue.next(isWaiting: false)
        #expect(queue.take(isWaiting: true, now: 100).isEmpty)
        #expect(queue.deadline == 100 + KeyQueue.timeoutMs)
        #expect(queue.take(isWaiting: true, now: 99 + KeyQueue.timeoutMs).isEmpty && !queue.isEmpty)
        #expect(queue.take(isWaiting: true, now: 100 + KeyQueue.timeoutMs).isEmpty && queue.isEmpty)
    }

    @Test func aCommandWaitsOnlyForALimitedTime() {
        let queue = Letters("aB")
        #expect(queue.take(isWaiting: true) == "a")
        #expect(queue.take(isWaiting: true, now: KeyQueue.timeoutMs) == "B")
    }

    // MARK: The pause after a change

    @Test func keysAreRefusedUntilTheUserPauses() {
        var gate = ChangeGuard()
        let before = gate.refuses(now: 0)
        gate.begin(now: 1_000)
        let after = [1_000, 1_400, 1_800, 2_300, 2_301].map { gate.refuses(now: $0) }
        #expect(!before && after == [true, true, true, false, false])
    }

    // MARK: Values that are not answered yet

    @Test func aTypedValueIsNewerThanSnapshotsBeforeItsAnswer() throws {
        func snapshot(_ revision: Int) throws -> Snapshot {
            let text = #"{"instance": "it", "feature": "it", "kind": "form", "state": {}, "revision": \#(revision)}"#
            return try #require(Snapshot(try JSONValue(parsing: text)))
        }
        let typed = PendingEntry()
        #expect(try !typed.isNewer(than: snapshot(0)))
        typed.sent()
        typed.sent()
        typed.answered(4)
        #expect(try typed.isNewer(than: snapshot(4)), "the second value is not answered yet")
        typed.answered(5)
        #expect(try typed.isNewer(than: snapshot(4)) && !typed.isNewer(than: snapshot(5)))
        typed.sent()
        typed.answered(nil)
        #expect(try !typed.isNewer(than: snapshot(5)), "a refused value is gone")
    }
}
