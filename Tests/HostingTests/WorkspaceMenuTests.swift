import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Descriptions, icons, menus and texts about empty sources in workspaces.
@Suite struct WorkspaceMenuTests {
    private static let sources = #""sources": {"rows": {"type": "inline"}}"#

    private func warnings(_ features: String) throws -> [String] {
        try workspace("{\(Self.sources), \"features\": \(features)}").warnings.map { "\($0.pointer) \($0.message)" }
    }

    @Test func aFeatureHasItsMenuEntry() throws {
        let features = try workspace(
            #"""
            {\#(Self.sources), "features": {
              "a": {"kind": "list", "source": "rows", "description": "D", "icon": "mail", "group": "G",
                "keywords": ["k"], "hidden": true, "menuKey": "a"},
              "b": {"kind": "list", "source": "rows"},
              "c": {"kind": "list", "source": "rows", "params": {"p": {"type": "string"}}, "group": "G",
                "where": {"key": "x", "equals": {"param": "p"}}}
            }}
            """#
        ).features
        let entry = MenuEntry(description: "D", icon: .mail, group: "G", keywords: ["k"], isHidden: true, key: "a")
        #expect(features.map(\.menu) == [entry, MenuEntry(), MenuEntry(group: "G")])
    }

    @Test func eachMistakeHasItsPlace() {
        let list = #""kind": "list", "source": "rows""#
        expect(
            [
                .init("/features/a/icon", 2, "there is no icon foldr. Did you mean folder? Known: add, archive,"),
                .init("/features/b/group", 3, "must not be empty"),
                .init("/features/c/keywords", 4, "must be an array of strings"),
                .init("/features/d/hidden", 5, "must be true or false"),
                .init("/features/e/menuKey", 6, "must be one character"),
                .init("/features/g/menuKey", 8, "is the key of the feature f too; keys of features must differ"),
                .init("/features/h/empty", 9, "must not be empty"),
                .init("/features/i/empty", 10, "lacks text, a string"),
                .init("/features/j/empty/action", 11, "Did you mean New? Known: add, New"),
                .init("/features/k/empty/action", 12, "the action call is about rows, and there are none"),
                .init("/features/l/empty/action/action", 13, "lists have no action fly"),
                .init("/features/m/actions/0/icon", 14, "there is no icon x"),
                .init("/features/n/sections/0/fields/0/options/0/icon", 15, "there is no icon y"),
                .init("/features/n/sections/0/fields/0/description", 15, "must be a string"),
            ],
            in: #"""
                {\#(Self.sources), "features": {
                 "a": {\#(list), "icon": "foldr"},
                 "b": {\#(list), "group": ""},
                 "c": {\#(list), "keywords": "k"},
                 "d": {\#(list), "hidden": "yes"},
                 "e": {\#(list), "menuKey": "Enter"},
                 "f": {\#(list), "menuKey": "f"},
                 "g": {\#(list), "menuKey": "f"},
                 "h": {\#(list), "empty": ""},
                 "i": {\#(list), "empty": {"action": {"action": "refresh", "title": "T"}}},
                 "j": {\#(list), "empty": {"text": "t", "action": "new"}, "toolbar": [{"action": "refresh", "title": "New"}], "actions": [{"id": "add", "title": "A", "on": "none"}]},
                 "k": {\#(list), "empty": {"text": "t", "action": "call"}, "actions": [{"id": "call", "title": "A"}]},
                 "l": {\#(list), "empty": {"text": "t", "action": {"action": "fly", "title": "T"}}},
                 "m": {\#(list), "actions": [{"id": "a", "title": "A", "icon": "x"}]},
                 "n": {"kind": "form", "sections": [{"fields": [{"name": "n", "type": "picker", "description": 1, "options": [{"value": 1, "icon": "y"}]}]}]}
                }}
                """#)
    }

    @Test func aGroupThatIsProbablyMisspelledIsDoubtful() throws {
        func groups(_ names: String...) throws -> [String] {
            let features = names.enumerated().map {
                #""f\#($0)": {"kind": "list", "source": "rows", "group": "\#($1)"}"#
            }
            return try warnings("{\(features.joined(separator: ", "))}")
        }
        #expect(
            try groups("Support", "Support", "Suport") == [
                "/features/f2/group no other feature has the group Suport; did you mean Support, the group of several?"
            ])
        #expect(try groups("Support", "Support", "Sales").isEmpty)
        #expect(try groups("Support", "Suport").isEmpty)
    }
}
