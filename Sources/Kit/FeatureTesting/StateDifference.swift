/// The lines in which two states differ, for the message of a failed expectation.
struct StateDifference: CustomStringConvertible {
    let description: String

    init(expected: Any, actual: Any) {
        let before = Self.lines(of: expected, label: "", depth: 0)
        let after = Self.lines(of: actual, label: "", depth: 0)
        var lines: [String] = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, let line, _): lines.append("\(offset): expected \(line)")
            case .insert(let offset, let line, _): lines.append("\(offset): is       \(line)")
            }
        }
        description = lines.isEmpty ? "(the states print alike)" : lines.joined(separator: "\n")
    }

    private static func lines(of value: Any, label: String, depth: Int) -> [String] {
        let mirror = Mirror(reflecting: value)
        let indent = String(repeating: "  ", count: depth)
        let isCollection =
            switch mirror.displayStyle {
            case .collection, .dictionary, .set: true
            default: false
            }
        if !isCollection, mirror.children.isEmpty || depth > 8 || value is any CustomStringConvertible {
            return ["\(indent)\(label)\(value)"]
        }
        let name = isCollection ? "[\(mirror.children.count)]" : "\(mirror.subjectType)"
        var inner: [[String]] = []
        for child in mirror.children {
            let part = mirror.displayStyle == .dictionary ? entry(child.value) : child
            inner.append(lines(of: part.value, label: part.label.map { "\($0): " } ?? "", depth: depth + 1))
        }
        // Sorted, because the order of an unordered collection is arbitrary.
        if isUnordered(value) { inner.sort { $0.lexicographicallyPrecedes($1) } }
        return ["\(indent)\(label)\(name)"] + inner.joined()
    }

    /// The value of a dictionary's entry, labelled with the key.
    private static func entry(_ pair: Any) -> Mirror.Child {
        let parts = Mirror(reflecting: pair).children.map(\.value)
        return parts.count == 2 ? ("\(parts[0])", parts[1]) : (nil, pair)
    }

    private static func isUnordered(_ value: Any) -> Bool {
        value is [AnyHashable: Any] || value is Set<AnyHashable>
    }
}
