import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

/// Repeated actions in the same deeply nested sheet.
@Suite struct PresentingCursorTests {
    private static let paths = (0...5).map { Array(repeating: "presentation", count: $0) }

    /// Makes up to five nested screens; if `looks` is true, a snapshot of the whole is read after each action.
    private func screens(_ count: Int = 5, _ effects: [String: Effect<Screen.Action>] = [:]) throws -> ScreenStore {
        let screen = ScreenStore(effects)
        for path in Self.paths.prefix(count) { try screen.present("child", at: path) }
        // Without a subscription to the whole, no snapshot of the whole is made.
        screen.store.onRevision = {}
        return screen
    }

    @Test func whereOneActsAndWhoLooksMakesNoDifference() throws {
        try forEachSeed(30) { _, random in
            let (near, far) = (try screens(), try screens())
            var depth = 5
            for step in 0..<150 {
                if Int.random(in: 0..<6, using: &random) == 0 { depth = Int.random(in: 0...5, using: &random) }
                let path = Self.paths[depth]
                let (action, params) = Self.action(step, &random)
                let refusals = [near, far].map { screen in
                    do {
                        try screen.send(action, params, at: path)
                        return ""
                    } catch {
                        return "\(error)"
                    }
                }
                #expect(refusals[0] == refusals[1])
                // One store makes a snapshot of the whole each time, the other mostly of the acting feature.
                _ = far.snapshot
                let isThere = near.store.has(path: path)
                #expect(isThere == far.store.has(path: path))
                if isThere { #expect(near.snapshot(path: path) == far.snapshot(path: path)) }
                if Int.random(in: 0..<25, using: &random) == 0 { #expect(near.snapshot == far.snapshot) }
            }
            #expect(near.snapshot == far.snapshot)
        }
    }

    /// Returns an action that changes something, is refused, emits an output, has changes, or dismisses the sheet
    /// above.
    private static func action(_ step: Int, _ random: inout SeededGenerator) -> (String, String) {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: ("setDirty", #"{"isDirty":true}"#)
        case 1: ("setDirty", #"{"isDirty":false}"#)
        case 2: ("locked", "{}")
        case 3: ("submit", #"{"text":"\#(step)"}"#)
        case 4: ("present", #"{"modal":"child"}"#)
        case 5: ("cancel", "{}")
        case 6: ("keepEditing", "{}")
        case 7: ("confirmDiscard", "{}")
        case 8: ("dismiss", #"{"key":"p\#(Int.random(in: 1...9, using: &random))"}"#)
        case 9: ("reset", "{}")
        case 10: ("fail", #"{"code":"bad"}"#)
        default: ("note", #"{"text":"\#(step)"}"#)
        }
    }

    @Test func anEffectThatComesLaterFindsItsWay() throws {
        let screen = try screens(4, ["later": .send(.note(text: "late")).delay(milliseconds: 10)])
        let path = Self.paths[4]
        for _ in 0..<4 { try screen.send("note", #"{"text":"x"}"#, at: path) }
        try screen.send("run", #"{"name":"later"}"#, at: path)
        for _ in 0..<4 { try screen.send("note", #"{"text":"y"}"#, at: path) }
        screen.clock.advance(by: 10)
        #expect(screen.log(at: path).suffix(2) == ["y", "late"])
        #expect(screen.store.state.base.log == [])
    }
}
