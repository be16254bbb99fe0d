import FHTerminalProgram
import Foundation
import Testing

/// The menu of features, the palette, and texts about empty sources, over a host in this process.
@Suite struct MenuTests {
    private static let workspace = #"""
        {"sources": {"tickets": {"type": "inline"}, "people": {"type": "inline", "rows": [{"id": "ada", "name": "Ada"}]}},
         "features": {
          "tickets": {"kind": "list", "title": "Tickets", "description": "What customers report.", "icon": "list",
            "group": "Support", "keywords": ["issues"], "menuKey": "t", "source": "tickets",
            "empty": {"text": "No tickets yet.", "action": "New ticket"},
            "toolbar": [{"action": "present", "params": {"modal": "new"}, "title": "New ticket", "icon": "add",
              "description": "For one customer."}],
            "modals": {"new": {"style": "sheet", "title": "A new ticket", "feature": "ticket",
              "onOutput": "insertItem"}}},
          "other": {"kind": "list", "title": "Other", "source": "people"},
          "people": {"kind": "search", "title": "People", "group": "Support", "source": "tickets",
            "empty": {"text": "Nobody is here.", "action": "invite"},
            "actions": [{"id": "invite", "title": "Invite", "on": "none", "description": "By post."}]},
          "ticket": {"kind": "form", "title": "Ticket", "hidden": true, "sections": [{"fields": [
            {"name": "subject", "type": "text", "description": "In the words of the customer."}]}]}}}
        """#

    private func play(_ steps: String, _ task: Program.Task = .catalog) async throws -> String {
        let stage = try PlayedStage(rows: [])
        try stage.write(Self.workspace, to: "demo.workspace.json")
        return try await stage.play(#"[\#(steps), {"settle": true}, {"frame": "End"}]"#, task).screen
    }

    @Test func theMenuHasGroupsIconsAndDescriptionsAndNoParts() async throws {
        let screen = try await play(#"{"settle": true}"#)
        let lines = screen.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(screen.contains("3 features") && !screen.contains("Ticket "), "\(screen)")
        let heading = lines.firstIndex(of: "Support") ?? 0
        #expect(lines[heading + 1].contains("≡ Tickets"))
        #expect(lines[heading + 1].contains("What customers report.") && lines[heading + 1].hasSuffix("t  list"))
        #expect(lines[heading + 2].contains("People"))
    }

    @Test func aKeyOfTheMenuOpensItsFeature() async throws {
        #expect(try await play(#"{"press": "t"}"#).contains("No tickets yet."))
    }

    @Test func theButtonOfAnEmptyListIsOneKeyAway() async throws {
        let before = try await play(#"{"settle": true}"#, .feature("tickets", nil))
        #expect(before.contains("No tickets yet.") && before.contains("⏎ New ticket"), "\(before)")
        let after = try await play(#"{"press": "enter"}"#, .feature("tickets", nil))
        #expect(after.contains("A new ticket") && after.contains("In the words of the customer."), "\(after)")
    }

    @Test func anEmptySearchSaysSo() async throws {
        let screen = try await play(#"{"settle": true}"#, .feature("people", nil))
        #expect(screen.contains("Nobody is here.") && screen.contains("⏎ Invite"), "\(screen)")
    }

    @Test func thePaletteFindsCommandsByKeywordsAndDescriptions() async throws {
        let found = try await play(
            #"{"press": "ctrl+p"}, {"settle": true}, {"type": "issues"}"#, .feature("other", nil))
        #expect(found.contains("Open Tickets") && found.contains("≡"), "\(found)")
        let opened = try await play(
            #"{"press": "ctrl+p"}, {"settle": true}, {"type": "issues"}, {"settle": true}, {"press": "enter"}"#,
            .feature("other", nil))
        #expect(opened.contains("No tickets yet."))
    }

    @Test func thePaletteListsTheMostUsedFirst() async throws {
        func first(after keys: String) async throws -> String {
            let screen = try await play(
                #"{"press": "ctrl+p"}, {"settle": true}, {"press": "escape"}, \#(keys) {"press": "ctrl+p"}"#,
                .feature("tickets", nil))
            // The active entry is the first.
            return screen.split(separator: "\n").map(String.init).last { $0.contains("› ") } ?? ""
        }
        #expect(try await first(after: "").contains("New ticket"))
        #expect(try await first(after: #"{"press": "r"}, {"settle": true},"#).contains("Refresh"))
    }

    @Test func theHelpHasTheDescriptionsOfButtons() async throws {
        let screen = try await play(#"{"press": "f1"}"#, .feature("tickets", nil))
        #expect(screen.contains("New ticket: For one customer."), "\(screen)")
    }
}
