import FHHosting
import FHJSON
import FHWorkspaces
import Testing

/// `host/commands`: everything that a user can do in a feature, and the features that can be opened.
@Suite struct CommandsTests {
    private static func catalog() throws -> Catalog {
        Catalog(
            try workspace(
                #"""
                {"sources": {"rows": {"type": "inline", "rows": [{"id": "1", "title": "Milk"}]}},
                 "features": {
                  "shop": {"kind": "list", "title": "Shop", "source": "rows", "selection": "multiple",
                    "filters": [{"id": "cold", "title": "Cold", "where": {"key": "cold", "equals": true}}],
                    "actions": [{"id": "buy", "title": "Buy", "icon": "money", "on": "active"}],
                    "modals": {"edit": {"style": "sheet", "feature": "edit"}}},
                  "stock": {"kind": "list", "title": "Stock", "source": "rows", "keywords": ["storage"],
                    "description": "What is in the cellar."},
                  "edit": {"kind": "form", "title": "Edit", "hidden": true,
                    "sections": [{"fields": [{"name": "title", "type": "text"}]}]},
                  "app": {"kind": "flow", "title": "App", "root": "shop",
                    "toolbar": [{"action": "cancel", "title": "Leave"}]}
                 }}
                """#
            ).features)
    }

    private func commands(_ front: FrontEnd, _ params: String = "{}") async -> [JSONValue] {
        await front.answer("host/commands", params)["result"]?["commands"].map { Array($0.elements) } ?? []
    }

    private func titles(_ front: FrontEnd, _ params: String = "{}") async -> [String?] {
        await commands(front, params).map { $0["title"]?.stringValue }
    }

    @Test func withoutAnInstanceTheMenuIsListed() async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            #expect(await titles(front) == ["Shop", "Stock", "App"])
        }
    }

    @Test func aListHasItsActionsItsFiltersAndTheActionsOfEveryList() async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"shop","instance":"s"}"#)
            await front.answer("feature/settle", #"{"instance":"s"}"#)
            await front.answer("feature/send", #"{"instance":"s","action":"setActive","params":{"id":"1"}}"#)
            let found = await commands(front, #"{"instance":"s"}"#)
            let available = found.filter { $0["available"]?.boolValue == true }.map { $0["title"]?.stringValue }
            #expect(available == ["Buy", "Select all", "Refresh", "Show Cold", "Stock", "App"])
            #expect(found.first { $0["title"]?.stringValue == "Undo" }?["reason"]?.stringValue == "nothingToUndo")
            let buy = found.first { $0["title"]?.stringValue == "Buy" }
            #expect(buy?["icon"]?.stringValue == "money" && buy?["group"]?.stringValue == "Shop")
            #expect(buy?["params"]?["params"]?["action"]?.stringValue == "buy")
        }
    }

    @Test func aPageHasTheCommandsOfItsFlowToo() async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            let opened = await front.answer("feature/open", #"{"feature":"app","instance":"a"}"#)
            let key = opened["result"]?["snapshot"]?["state"]?["stack"]?[0]?["key"]?.stringValue ?? ""
            let found = await commands(front, #"{"instance":"a","path":["stack","\#(key)"]}"#)
            let titles = found.map { $0["title"]?.stringValue }
            #expect(titles.contains("Buy") && titles.contains("Leave"))
            // The flow is what the user sees, and its root can be opened alone.
            #expect(!titles.contains("App") && titles.contains("Shop"))
            #expect(Set(found.map { $0["id"]?.stringValue }).count == found.count)
        }
    }

    @Test func aSheetHasTheCommandsOfItsFormAndNoneOfTheListBelow() async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"shop","instance":"s"}"#)
            await front.answer("feature/send", #"{"instance":"s","action":"present","params":{"modal":"edit"}}"#)
            let onSheet = await titles(front, #"{"instance":"s","path":["presentation"]}"#)
            #expect(onSheet == ["Submit", "Cancel", "Stock", "App"])
            #expect(await titles(front, #"{"instance":"s"}"#) == ["Close", "Stock", "App"])
        }
    }

    @Test(arguments: [
        ("sto", ["Stock"]), ("storage", ["Stock"]), ("cellar", ["Stock"]), ("clr", []), ("op", ["Shop"]),
    ])
    func aQueryFindsTitlesKeywordsAndWordsOfDescriptions(query: String, expected: [String]) async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            #expect(await titles(front, #"{"query":"\#(query)"}"#) == expected)
        }
    }

    @Test func usesAreCountedFromTheFirstRequestOn() async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"stock","instance":"1"}"#)
            #expect(await commands(front).map { $0["uses"]?.intValue } == [0, 0, 0])
            await front.answer("feature/open", #"{"feature":"stock","instance":"2"}"#)
            await front.answer("feature/open", #"{"feature":"no","instance":"3"}"#)
            #expect(await titles(front) == ["Stock", "Shop", "App"])
            // A refused action is not counted, and an action in another instance of the feature is.
            await front.answer("feature/send", #"{"instance":"2","action":"undo"}"#)
            await front.answer("feature/send", #"{"instance":"2","action":"refresh"}"#)
            let found = await commands(front, #"{"instance":"1"}"#)
            let uses = { (title: String) in
                found.first { $0["title"]?.stringValue == title }?["uses"]?.intValue
            }
            #expect(uses("Refresh") == 1 && uses("Undo") == 0)
        }
    }

    @Test(arguments: [
        (#"{"instance":"x"}"#, -31002), (#"{"path":["a"]}"#, -32602), (#"{"limit":0}"#, -32602),
        (#"{"limit":1001}"#, -32602), (#"{"query":1}"#, -32602), (#"{"instance":"s","path":["presentation"]}"#, -31005),
    ])
    func whatCannotBeAnsweredIsRefused(params: String, code: Int) async throws {
        try await withHost(Self.catalog()) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"shop","instance":"s"}"#)
            #expect(await front.answer("host/commands", params).errorCode == code)
        }
    }

    @Test func aHostWithoutCommandsLacksTheMethod() async throws {
        try await withHost(Self.catalog()) {
            $0.commands = nil
        } _: { host in
            #expect(await host.frontEnd().answer("host/commands", "{}").errorCode == -32601)
        }
    }
}
