import FHJSON
import FHTerminalProgram
import FHTerminalScreen
import Testing

/// Sessions that are played on the user interface, over a host in this process.
@Suite struct PlayerTests {
    @Test func theCatalogIsShown() async throws {
        let played = try await PlayedStage().play(#"[{"frame": "Catalog"}]"#)
        #expect(played.status == 0)
        let lines = played.frames[0].split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 25 && lines[0].hasPrefix("── Catalog ──"))
        #expect(played.screen.contains("Tasks") && played.screen.contains("Sign up"))
    }

    @Test func typedKeysReachTheHost() async throws {
        let stage = try PlayedStage()
        let played = try await stage.play(
            #"[{"press": "1"}, {"type": "Buy milk"}, {"press": "ctrl+s"}, {"frame": "Added"}]"#,
            .feature("tasks", nil))
        #expect(played.screen.contains("Buy milk"))
        #expect(try stage.text(of: "tasks.jsonl").contains("Buy milk"))
    }

    @Test func aClickPressesTheShownButton() async throws {
        let played = try await PlayedStage().play(
            #"[{"click": "Add ]"}, {"frame": "A sheet"}]"#, .feature("tasks", nil))
        #expect(played.screen.contains("New task"))
    }

    @Test func aResizedScreenIsDrawn() async throws {
        let played = try await PlayedStage().play(
            #"[{"frame": "First"}, {"resize": [60, 8]}, {"frame": "Second"}]"#, .feature("tasks", nil),
            size: Size(100, 30))
        let counts = played.frames.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count }
        #expect(counts == [31, 9])
    }

    @Test func theSameSessionGivesTheSameFrames() async throws {
        let steps = #"[{"press": ["down", "down", "x"]}, {"frame": "Ticked"}, {"press": "?"}, {"frame": "Help"}]"#
        let first = try await PlayedStage().play(steps, .feature("tasks", nil))
        let second = try await PlayedStage().play(steps, .feature("tasks", nil))
        #expect(first.frames == second.frames)
    }

    @Test func quittingEndsTheSession() async throws {
        let played = try await PlayedStage().play(#"[{"frame": "One"}, {"press": "q"}, {"frame": "Two"}]"#)
        #expect(played.status == 0 && played.frames.count == 1)
    }

    // MARK: Dialogs

    private static func task(_ params: String) throws -> Program.Task {
        .dialog(FeatureDialog.Request(feature: "task", params: try JSONValue(parsing: params), timeoutMs: nil))
    }

    @Test func aDialogHasAnOutput() async throws {
        let played = try await PlayedStage().play(
            #"[{"press": "ctrl+s"}, {"settle": true}]"#, Self.task(#"{"values": {"title": "Tea"}}"#))
        #expect(played.status == 0)
        #expect(played.output?["title"]?.stringValue == "Tea")
    }

    @Test func aDialogThatIsLeftHasNoOutput() async throws {
        let left = try await PlayedStage().play(#"[{"press": "escape"}, {"settle": true}]"#, Self.task("{}"))
        #expect(left.status == FeatureDialog.failed && left.output == nil)
        let interrupted = try await PlayedStage().play(#"[{"press": "ctrl+c"}]"#, Self.task("{}"))
        #expect(interrupted.status == FeatureDialog.interrupted)
    }

    @Test func aMissingFeatureIsAFailure() async throws {
        let request = FeatureDialog.Request(feature: "missing", params: .emptyObject, timeoutMs: nil)
        let played = try await PlayedStage().play("[]", .dialog(request))
        #expect(played.status == FeatureDialog.failed && played.problem?.contains("missing") == true)
    }

    // MARK: Faults

    @Test(arguments: [
        ("{}", "array of steps"), (#"[{"jump": 1}]"#, "a step is press"), (#"[{"press": "renew"}]"#, "renew"),
        (#"[{"resize": [0, 9]}]"#, "a step is press"), (#"[{"click": "Nowhere"}]"#, "Nowhere"), ("[", "session.json"),
    ])
    func aFaultySessionIsRefused(_ steps: String, _ words: String) async throws {
        let failure = try await #require(throws: PlayedSession.Failure.self) { try await PlayedStage().play(steps) }
        #expect(failure.reason.contains(words))
    }
}
