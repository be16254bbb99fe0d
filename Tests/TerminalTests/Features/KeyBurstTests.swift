import FHTerminalProgram
import FHTerminalUI
import TestSupport
import Testing

/// Many keys at once have the same effects as the same keys one after the other.
@Suite struct KeyBurstTests {
    /// Keys of a list, of a sheet with a form, of menus and of questions; a form enters the letters as text.
    private static let keys = [
        "down", "down", "up", "end", "home", "tab", "shift+tab", "left", "right", "enter", "enter", "escape", "escape",
        "ctrl+s", "space", "x", "a", "e", "u", "ctrl+r", "v", "c", "f", "s", "1", "2", "3", "4", "ctrl+n",
        "ctrl+u", "backspace", "question_mark", "G", "slash", "slash",
    ]

    private static func steps(_ keys: [String], isBurst: Bool) -> String {
        let names = keys.map { "\"\($0)\"" }
        let pressed =
            isBurst
            ? [#"{"press": [\#(names.joined(separator: ", "))]}"#]
            : names.map { #"{"press": \#($0)}, {"settle": true}"# }
        return "[" + (pressed + [#"{"settle": true}, {"frame": "End"}"#]).joined(separator: ", ") + "]"
    }

    @Test func manyKeysAtOnceHaveTheSameEffects() async throws {
        try await forEachSeed(2) { seed, generator in
            let keys = (0..<300).map { _ in Self.keys.randomElement(using: &generator) ?? "down" }
            var outcomes: [(screen: String, file: String)] = []
            for isBurst in [false, true] {
                let stage = try PlayedStage()
                let steps = Self.steps(keys, isBurst: isBurst)
                // The test must not leave for the catalog, where keys could open features over a million rows.
                let played = try await stage.play(steps, .feature("tasks", nil)) { $0.app.leave = {} }
                outcomes.append((played.screen, try stage.text(of: "tasks.jsonl")))
            }
            #expect(outcomes[0].screen == outcomes[1].screen, "seed \(seed)")
            #expect(outcomes[0].file == outcomes[1].file, "seed \(seed)")
        }
    }
}
