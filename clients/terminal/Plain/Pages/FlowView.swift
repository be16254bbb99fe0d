import FHJSON
import FHTerminalClient

/// A flow that shows no feature: its outcome in words.
struct FlowView: PlainView {
    private let place: FeaturePlace

    init(_ place: FeaturePlace) { self.place = place }

    private var state: JSONValue { place.part.state }
    private var status: String { state["status"]?.stringValue ?? "active" }

    var page: Page {
        var page = place.page()
        if status != "active" { page.note("status", "\(PlainText.line(status.asSentence)).") }
        if let output = state.value("output") {
            page.items = output.isObject ? output.members.map { Self.item($0.key, $0.value) } : [Self.item("", output)]
        }
        page.foot = place.buttonLine(choices)
        return page
    }

    private static func item(_ key: String, _ value: JSONValue) -> Page.Item {
        let text = PlainText.indented(ValueText.of(value))
        let shown = text.isEmpty ? "empty" : text
        return Page.Item(id: "output \(key)", text: key.isEmpty ? shown : "\(PlainText.line(key)): \(shown)")
    }

    var work: Work? { place.runningWork ?? (status == "submitting" ? Work("Submitting…") : nil) }
    var choices: [Choice] { place.choices }
    var commands: [Command] { place.commands }

    func goBack() -> String? { place.goBack() }

    func leave() -> String? { place.leave() }
}

/// A feature of a kind that this dialog does not know: its state as text.
struct StateView: PlainView {
    private let place: FeaturePlace

    init(_ place: FeaturePlace) { self.place = place }

    var page: Page {
        var page = place.page()
        page.items = place.part.state.members.map { key, value in
            let text = PlainText.indented(value.stringValue ?? JSONText(value).description)
            return Page.Item(id: key, text: "\(PlainText.line(key)): \(text)")
        }
        page.foot = place.buttonLine(choices)
        return page
    }

    var choices: [Choice] { place.choices }
    var commands: [Command] { place.commands }

    func goBack() -> String? { place.goBack() }

    func leave() -> String? { place.leave() }
}
