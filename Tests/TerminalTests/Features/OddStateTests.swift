import FHTerminalScreen
import FHTerminalUI
import TestSupport
import Testing

/// States with missing, null or wrong members are drawn as far as possible.
@Suite struct OddStateTests {
    /// A state of a kind with all that the screen shows of it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let kind: String
        let state: JSON
        var testDescription: String { kind }
    }

    private static let actions = [
        "setValue", "setSecret", "submit", "cancelSubmit", "reset", "nextStep", "previousStep", "keepMine",
        "takeTheirs",
        "insertItem", "removeItem", "moveItem", "searchOptions", "loadMoreOptions", "restoreDraft", "discardDraft",
        "moveActive", "setActive", "setWindow", "openItem", "toggleItem", "toggleSelection", "selectRange", "selectAll",
        "clearSelection", "setFilter", "setSort", "moveItems", "undo", "redo", "refresh", "loadMore", "setQuery",
        "submitQuery", "clearQuery", "accept", "toggled", "save", "next", "back", "skip", "pop",
    ]
    private static let options: JSON = [["value": "b", "title": "Bergen"], ["value": "o", "title": "Oslo"]]

    private static var form: JSON {
        let from: JSON = ["status": "idle", "query": "", "endReached": false]
        let item: JSON = ["id": "k1", "fields": ["/lines/k1/what"]]
        let message: JSON = ["code": "x", "text": "Wrong.", "severity": "error"]
        let fields: [(String, JSON)] = [
            ("/title", States.field("text", "Title", "Buy milk", ["messages": [message], "showMessages": true])),
            ("/notes", States.field("multiline", "Notes", "One.\nTwo.", ["hints": ["help": "Whom."]])),
            ("/amount", States.field("number", "Amount", 1.5)), ("/done", States.field("toggle", "Done", true)),
            ("/count", States.field("stepper", "Count", 3, ["minimum": 0, "maximum": 4, "step": 1])),
            ("/size", States.field("slider", "Size", 40, ["minimum": 0, "maximum": 100, "step": 5])),
            ("/city", States.field("picker", "City", "o", ["options": options, "optionsFrom": from])),
            ("/tags", States.field("multiPicker", "Tags", ["b"], ["options": options])),
            ("/secret", States.field("secure", "Password", ["isSet": true])),
            ("/group", States.field("group", "Group", nil, ["fields": ["/group/inner"]])),
            ("/group/inner", States.field("date", "Inner", "2025-11-28", ["conflict": ["theirs": "2025-11-29"]])),
            ("/lines", States.field("repeated", "Lines", ["k1"], ["items": [item]])),
            ("/lines/k1/what", States.field("text", "What", "Lamp")),
        ]
        let listed = fields.map(\.0).filter { $0.dropFirst().contains("/") == false }
        return States.form(
            fields, ["sections": [["header": "All", "footer": "End", "fields": JSON(listed)]], "hasDraft": true])
    }

    private static var view: JSON {
        let inner: JSON = ["count": 3, "layout": [["key": "count", "label": "Count", "type": "number"]]]
        let layout: JSON = [
            ["label": "Head", "type": "section"], ["key": "name", "label": "Name", "type": "text"],
            ["key": "mails", "label": "Mail", "type": "toggle", "action": "toggled", "when": "mails"],
            ["key": "share", "label": "Complete", "type": "progress"], ["key": "photo", "type": "image"],
            ["label": "Save", "type": "button", "action": "save", "params": ["how": "now"]],
            ["key": "inner", "label": "Inner", "type": "child"],
        ]
        return [
            "title": "Person", "name": "Ada", "mails": true, "share": 0.4, "photo": "a.png",
            "inner": States.child("view", inner), "layout": layout,
        ]
    }

    private static var flow: JSON {
        let page: JSON = [
            "key": "k1", "route": "tasks", "title": "Tasks", "params": [:],
            "child": States.child("list", States.list()),
        ]
        let way: JSON = [
            ["id": "tasks", "title": "Tasks", "status": "current"], ["id": "end", "title": "End", "status": "open"],
        ]
        let steps: JSON = [
            "id": "tasks", "title": "Tasks", "index": 0, "count": 2, "isSummary": false, "hasDraft": true, "way": way,
            "canGoBack": false, "canGoForward": true, "canSkip": true, "answers": [:],
        ]
        return ["title": "App", "stack": [page], "steps": steps, "status": "active", "output": nil]
    }

    private static var samples: [Sample] {
        let search = States.found(["history": ["oslo"], "actions": [["id": "a", "title": "A"]]])
        return [
            Sample(kind: "list", state: States.list(["activeId": "1", "filter": ["id": "f", "text": "t"]])),
            Sample(kind: "search", state: search),
            Sample(kind: "form", state: form), Sample(kind: "view", state: view), Sample(kind: "flow", state: flow),
        ]
    }

    // MARK: Spoiled states

    /// The members that identify a child; a host never changes them.
    private static let kept: Set<String> = ["feature", "kind"]
    private static let wrong: [JSON] = [
        nil, true, -1, 1e300, "", "\u{1B}[2J", [], [nil], [:], ["id": 7], [["id": "1"], ["id": "1"], "x"],
    ]

    /// Returns the number of values within a value.
    private static func count(_ value: JSON) -> Int {
        let within = value.members.filter { !kept.contains($0.key) }.map(\.value) + value.elements
        return within.reduce(within.count) { $0 + count($1) }
    }

    /// Replaces the value at a place, in the order in which ``count(_:)`` counts.
    private static func replace(_ value: JSON, _ place: inout Int, _ new: JSON?) -> JSON {
        switch value {
        case .object(let members):
            var changed = members
            for key in members.keys.sorted() where !kept.contains(key) {
                place -= 1
                if place == -1 { changed[key] = new }
                if place >= 0, let inner = members[key] { changed[key] = replace(inner, &place, new) }
                if place < 0 { break }
            }
            return .object(changed)
        case .array(let elements):
            var changed = elements
            for index in elements.indices {
                place -= 1
                if place == -1 { changed[index] = new ?? nil }
                if place >= 0 { changed[index] = replace(elements[index], &place, new) }
                if place < 0 { break }
            }
            return .array(changed)
        default: return value
        }
    }

    private static func spoiled(_ state: JSON, _ generator: inout SeededGenerator) -> JSON {
        (0..<3).reduce(state) { state, _ in
            var place = Int.random(in: 0..<max(1, count(state)), using: &generator)
            return replace(state, &place, generator.next() % 3 == 0 ? nil : wrong.randomElement(using: &generator))
        }
    }

    @Test(arguments: samples)
    func otherMembersAreDrawn(_ sample: Sample) {
        forEachSeed(4) { seed, generator in
            let stage = FakeStage(sample.kind, sample.state, Self.actions)
            let keys = ["down", "tab", "enter", "escape", "x", "right", "left", "space", "f3", "question_mark"]
            for _ in 0..<10 {
                let state = Self.spoiled(sample.state, &generator)
                // The state is replaced as a whole, because a patch would keep the members that are missing.
                stage.host.show(["state": nil])
                stage.host.show(["state": state])
                stage.settle()
                for _ in 0..<3 { stage.press(keys.randomElement(using: &generator) ?? "tab") }
                stage.press("escape", "escape")
                stage.app.show("it-1")
                stage.settle()
                let size = [Size(80, 24), Size(40, 15), Size(20, 5)].randomElement(using: &generator) ?? Size(1, 1)
                stage.resize(size.width, size.height)
                #expect(stage.shows("──"), "seed \(seed): \(state)")
                #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= size.width }, "seed \(seed): \(state)")
            }
        }
    }
}
