public import FHJSON

/// A line of a view's layout.
public struct LayoutLine {
    /// The JSON object of the line.
    public let json: JSONValue
    /// The id of the child that the line shows, if the member is an array of children; nil otherwise.
    public let childId: String?

    /// The type, such as `text` or `child`.
    public var type: String { json.text("type") }
    /// The member of the state that the line shows.
    public var key: String { json.text("key") }
    /// The path of the child that the line shows.
    public var path: [String] { [key] + (childId.map { [$0] } ?? []) }
}

extension Node {
    /// The visible lines of a view.
    ///
    /// A line that shows an array of children is replaced by one line for each of them.
    public var layout: [LayoutLine] {
        let shown = state.objects("layout").filter { line in
            line["when"].map { $0.stringValue.map(state.isTrue) ?? false } ?? true
        }
        return shown.flatMap(lines(of:))
    }

    /// Returns the line itself, or one line for each child of an array; none if the line's optional child is absent.
    private func lines(of line: JSONValue) -> [LayoutLine] {
        guard line.text("type") == "child", let children = state[line.text("key")] else {
            return [LayoutLine(json: line, childId: nil)]
        }
        if children.isArray {
            return children.elements.compactMap { $0["id"]?.stringValue }.map { LayoutLine(json: line, childId: $0) }
        }
        return children.isNull ? [] : [LayoutLine(json: line, childId: nil)]
    }
}

extension LayoutLine {
    /// The label for users.
    public var label: String { json.text("label") }
    /// The action that is sent when the user presses or edits the line; empty if there is none.
    public var action: String { json.text("action") }
    /// Returns the value that the line shows: its own in a view of a workspace, otherwise a member of the state.
    public func value(in node: Node) -> JSONValue? { json["value"] ?? node.state[key] }
    /// The value as the host has written it; nil if the client writes the value by the type of the line.
    public var cell: RowCells.Cell? { json["cell"].map { RowCells.Cell($0) } }
    /// True if the value is a number.
    public var isNumber: Bool { type == "number" || type == "progress" }
    /// True if the line shows a label and a value.
    public var hasValue: Bool { !["button", "section", "child"].contains(type) }
}

extension Node {
    /// Sends the action of a line of the layout.
    public func press(_ line: LayoutLine, _ more: ((inout JSONWriter) -> Void)? = nil) {
        guard !line.action.isEmpty else { return }
        let params = Params.members(of: line.json.object("params"))
        send(line.action, title: line.label.isEmpty ? nil : line.label, more.map(params.and) ?? params)
    }
}

/// The headings of the children of a view.
///
/// If one line of the layout shows several children, the headings are numbered.
public struct LayoutNumbers {
    private let counts: [ExactText: Int]
    private var last: [ExactText: Int] = [:]

    /// Counts the children of the lines.
    public init(_ lines: [LayoutLine]) {
        counts = lines.reduce(into: [:]) { if $1.childId != nil { $0[$1.key, default: 0] += 1 } }
    }

    /// Returns the heading of the next child; empty if it has none.
    public mutating func heading(of line: LayoutLine) -> String {
        guard line.childId != nil, !line.label.isEmpty, let count = counts[line.key], count > 1 else {
            return line.label
        }
        last[line.key, default: 0] += 1
        return "\(line.label) \(last[line.key] ?? 0)"
    }
}
