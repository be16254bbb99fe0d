import FHJSON
import FHTerminalClient

/// A text in words: some of its lines with their numbers, and the commands that move and search.
struct TextView: PlainView {
    /// The number of lines that are said at once.
    private static let size = 20

    private let place: FeaturePlace

    init(_ place: FeaturePlace) { self.place = place }

    private var node: Node { place.part }
    private var state: JSONValue { node.state }
    private var offset: Int { state.object("window").boundedNumber("offset") }
    private var count: Int { state.boundedNumber("count") }
    private var lines: [JSONValue] { state.objects("lines") }

    // MARK: Words

    var page: Page {
        var page = place.page()
        page.note("position", position)
        page.note("find", findWords)
        page.note("stale", state.isTrue("isStale") ? "The text is out of date." : "")
        page.items = lines.map { line in
            let number = line.boundedNumber("number")
            let isFound = line.objects("spans").contains { $0.text("style") == "match" }
            let isActive = number == state.boundedNumber("line")
            return Page.Item(
                id: "line \(number)", text: "\(number): \(PlainText.line(line.text("text")))",
                flags: (isActive ? ["active"] : []) + (isFound ? ["found"] : []))
        }
        page.foot = place.buttonLine(choices)
        page.listing = "\(offset)"
        return page
    }

    private var position: String {
        if state.value("empty") != nil { return "There is no text." }
        guard let first = lines.first, let last = lines.last else {
            return state.text("phase") == "failed" ? "This could not be loaded." : ""
        }
        let more = state.isTrue("endReached") ? "" : " or more"
        let range = "\(first.boundedNumber("number").grouped) to \(last.boundedNumber("number").grouped)"
        return "\(count.grouped)\(more) \(count == 1 ? "line" : "lines"); these are \(range)."
    }

    private var findWords: String {
        let find = state.object("find")
        guard !find.text("text").isEmpty else { return "" }
        let count = find.boundedNumber("count")
        let more = find.text("status") == "searching" ? " or more" : ""
        return "\(PlainText.quoted(find.text("text"))) is in \(count.grouped)\(more) \(count == 1 ? "line" : "lines")."
    }

    var work: Work? {
        let isLoading = state.object("loads").members.contains { $0.value.text("status") == "loading" }
        if isLoading { return Work("Loading…") }
        return state.object("find").text("status") == "searching" ? Work("Searching…") : nil
    }

    /// Requests a window of the usual size, once.
    func prepare() {
        let limit = state.object("window").boundedNumber("limit")
        guard limit != Self.size, place.memory.windows[node.identity] != limit else { return }
        place.memory.windows[node.identity] = limit
        show(offset)
    }

    private func show(_ offset: Int) {
        node.send(
            "setWindow", title: "Lines",
            Params {
                $0.field("offset", max(0, offset))
                $0.field("limit", Self.size)
            })
    }

    // MARK: Commands

    var choices: [Choice] { place.choices }

    var commands: [Command] {
        let isAtEnd = state.isTrue("endReached") && offset + lines.count >= count
        let findReason = node.refusal(of: "find")
        let stepReason = state.value("find") == nil ? "nothing was searched for" : findReason
        return place.commands + [
            Command("more", "", "shows the next lines", unless: isAtEnd ? "these are the last lines" : nil) { _ in
                show(offset + Self.size)
            },
            Command("earlier", "", "shows the lines before", unless: offset == 0 ? "these are the first lines" : nil) {
                _ in show(offset - Self.size)
            },
            Command("line", "NUMBER", "goes to a line", unless: node.refusal(of: "goTo")) { goToLine($0) },
            Command("find", "WORDS", "finds the next line with these words", unless: findReason) { words in
                node.send("find", title: "Find", Params { $0.field("text", words) })
            },
            Command("next", "", "goes to the next line that was found", unless: stepReason) { _ in step("next") },
            Command("previous", "", "goes to the line before that was found", unless: stepReason) { _ in
                step("previous")
            },
            Command("open", "", "opens the link, the place or the hunk of the active line") { _ in
                if node.can("acceptSpan") { node.send("acceptSpan", title: "Open") }
            },
        ]
    }

    private func step(_ direction: String) {
        node.send("find", title: "Find", Params { $0.field("direction", direction) })
    }

    private func goToLine(_ text: String) {
        guard let line = Int(text), line > 0 else {
            place.dialog.say("\(PlainText.quoted(text)) is not the number of a line.")
            return
        }
        node.send("goTo", title: "Go to a line", Params { $0.field("line", line) })
    }

    func goBack() -> String? { place.goBack() }

    func leave() -> String? { place.leave() }
}
