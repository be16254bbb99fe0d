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
        let isPlain = mirror.children.isEmpty || depth > 8 || value is any CustomStringConvertible
        if isPlain, mirror.displayStyle != .collection, mirror.displayStyle != .dictionary {
            return ["\(indent)\(label)\(value)"]
        }
        let name = mirror.displayStyle == .collection ? "[\(mirror.children.count)]" : "\(mirror.subjectType)"
        let inner = mirror.children.flatMap { child in
            lines(of: child.value, label: child.label.map { "\($0): " } ?? "", depth: depth + 1)
        }
        return ["\(indent)\(label)\(name)"] + inner
    }
}
