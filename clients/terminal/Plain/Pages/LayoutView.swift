import FHJSON
import FHTerminalClient

/// A view in words: the lines of its layout, with numbers for those that the user can press, change or enter.
///
/// The lines of a view within it are said in its place. A child of another kind has one line, by which it is entered.
struct LayoutView: PlainView {
    /// A line of the layout, with the view that it belongs to.
    private struct Line {
        let node: Node
        let line: LayoutLine
        /// The words.
        let text: String
        /// The child that the line leads to; nil if it leads to none.
        var child: Node?

        /// A name that stays the same as long as the same value or button is shown.
        var id: String { [node.identity, line.key, line.label, line.action].joined(separator: "\u{1F}") }
        /// True if the user can choose the line.
        var isChoosable: Bool { child != nil || !line.action.isEmpty }
        /// True if the action sets the value that the line shows.
        var setsValue: Bool { !line.action.isEmpty && node.takesValue(line.action) }
        var isToggle: Bool { line.type == "toggle" }
        /// The value of the line.
        var value: JSONValue? { line.value(in: node) }
        /// The label for users.
        var label: String { PlainText.line(line.label.isEmpty ? line.key : line.label) }
        /// The reason, for users, why the line can't be pressed or changed now; nil if it can.
        var reason: String? { line.action.isEmpty ? nil : node.refusal(of: line.action) }
    }

    private let place: FeaturePlace
    private let lines: [Line]

    init(_ place: FeaturePlace) {
        self.place = place
        lines = Self.lines(of: place.part, depth: 0)
    }

    private var node: Node { place.part }
    private var dialog: PlainDialog { place.dialog }

    // MARK: Lines

    private static func lines(of node: Node, depth: Int) -> [Line] {
        var numbers = LayoutNumbers(node.layoutWithPanes)
        return node.layoutWithPanes.flatMap { line -> [Line] in
            guard line.type == "child" else { return [Line(node: node, line: line, text: words(of: line, node))] }
            let heading = PlainText.line(numbers.heading(of: line))
            guard let child = node.child(line.path) else { return [] }
            guard child.kind == "view", depth < 10 else {
                let title = heading.isEmpty ? PlainText.line(child.title) : heading
                return [Line(node: node, line: line, text: "\(title), \(PlainText.line(child.kind))", child: child)]
            }
            let head = heading.isEmpty ? [] : [Line(node: node, line: line, text: "\(heading):")]
            return head + self.lines(of: child, depth: depth + 1)
        }
    }

    private static func words(of line: LayoutLine, _ node: Node) -> String {
        let label = PlainText.line(line.label)
        let value = line.value(in: node)
        if let cell = line.cell?.spoken, !cell.isEmpty { return joined(label, PlainText.line(cell)) }
        switch line.type {
        case "button": return "\(label), button"
        case "section": return "\(label):"
        case "toggle": return joined(label, ValueText.isOn(value) ? "on" : "off")
        case "progress": return joined(label, percentage(value) ?? ValueText.of(value))
        case "image":
            let name = PlainText.line(ValueText.of(value))
            return "Image: \(name.isEmpty ? label : name)"
        default: return line.key.isEmpty ? label : joined(label, PlainText.indented(ValueText.of(value)))
        }
    }

    private static func joined(_ label: String, _ value: String) -> String {
        let value = value.isEmpty ? "empty" : value
        return label.isEmpty ? value : "\(label): \(value)"
    }

    /// Returns a part of a whole in per cent: a value of at most 1 is the part itself, a greater one a percentage.
    private static func percentage(_ value: JSONValue?) -> String? {
        guard let number = value?.doubleValue, !number.isNaN else { return nil }
        let share = min(1, max(0, number <= 1 ? number : number / 100))
        return "\(Int((share * 100).rounded())) percent"
    }

    /// The numbers of the lines; nil for a line that can't be chosen.
    private var numbers: [Int?] {
        var last = 0
        return lines.map { line in
            guard line.isChoosable else { return nil }
            last += 1
            return last
        }
    }

    // MARK: Words

    var page: Page {
        var page = place.page()
        page.items = zip(lines, numbers).enumerated().map { index, pair in
            let (line, number) = pair
            let reason = line.reason.map { ["not now: \(PlainText.line($0))"] } ?? []
            return Page.Item(id: "\(line.id) \(index)", number: number, text: line.text, flags: reason)
        }
        page.foot = place.buttonLine(place.choices)
        return page
    }

    /// The progress that the view shows while its work runs; nil if it shows none.
    var work: Work? {
        if let running = place.runningWork { return running }
        guard place.part.snapshot.json["settled"]?.boolValue == false else { return nil }
        return lines.first { $0.line.type == "progress" }.map { Work(id: $0.id, $0.text) }
    }

    // MARK: Choosing

    /// The buttons of the layout, then those of the toolbars.
    var choices: [Choice] {
        let buttons = lines.filter { $0.line.type == "button" }.map { line in
            Choice(line.line.label, unless: line.reason) { line.node.press(line.line) }
        }
        return buttons + place.choices
    }

    var commands: [Command] { place.commands }

    func goBack() -> String? { place.goBack() }

    func leave() -> String? { place.leave() }

    func choose(_ number: Int) -> Bool {
        guard let index = numbers.firstIndex(of: number) else { return false }
        let line = lines[index]
        if let child = line.child {
            place.memory.children[node.identity] = Array(child.snapshot.path.dropFirst(node.snapshot.path.count))
        } else if let reason = line.reason {
            dialog.say("\(line.label): \(PlainText.indented(reason))")
        } else if line.setsValue, !line.isToggle, line.line.type != "image" {
            place.memory.values[node.identity] = line.id
        } else if line.setsValue {
            line.node.press(line.line) { $0.field("value", !ValueText.isOn(line.value)) }
        } else {
            line.node.press(line.line)
        }
        return true
    }

    var asking: Asking? {
        guard let id = place.memory.values[node.identity], let line = lines.first(where: { isSameText($0.id, id) }),
            line.setsValue
        else { return nil }
        let hint = line.line.isNumber ? "a number" : "a text"
        return Asking(
            key: "value \(id)", lines: [line.text, "Type \(hint); an empty line keeps the value."],
            prompt: "\(line.label): "
        ) { answer in
            place.memory.values[node.identity] = nil
            set(line, to: answer)
        }
    }

    private func set(_ line: Line, to answer: String) {
        let text = Vocabulary.trimmed(answer)
        if text.isEmpty { return }
        guard line.line.isNumber else { return line.node.press(line.line) { $0.field("value", answer) } }
        guard let number = Double(text), number.isFinite else {
            return dialog.say("\(line.label): “\(LikelyName.shown(text))” is no number.")
        }
        line.node.press(line.line) { $0.field("value", FieldText.json(number)) }
    }
}
