import FHJSON

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
