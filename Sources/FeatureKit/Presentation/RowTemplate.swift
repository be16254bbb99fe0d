import JSON

/// A text with placeholders for members of the rows that it is about, and for their number.
///
/// `{title}` is a member, `{/owner/name}` a nested one, `{count}` the number of rows; `{{` and `}}` are braces.
///
/// ```swift
/// RowTemplate(one: "Delete {title}?", other: "Delete {count} tasks?")
/// ```
public struct RowTemplate: Sendable, Equatable {
    /// A part of the text that can't be read, and stays as it is written.
    public struct Fault: Sendable, Equatable {
        /// The part.
        public let part: String
        /// A phrase that says what is wrong with it.
        public let message: String
    }

    /// A text of one form.
    fileprivate struct Form: Sendable, Equatable {
        enum Part: Sendable, Equatable {
            case text(String)
            case member(RowMember)
            case count
        }

        let text: String
        var parts: [Part] = []
        var faults: [Fault] = []
    }

    private let one: Form
    private let other: Form?

    /// A text for any number of rows.
    public init(_ text: String) {
        one = Form(text)
        other = nil
    }

    /// A text for one row, and a text for any other number.
    public init(one: String, other: String) {
        self.one = Form(one)
        self.other = Form(other)
    }

    /// The text without anything filled in: that for one row.
    public var text: String { one.text }

    /// The parts of the text for one row, or of the only text, that can't be read.
    public var faults: [Fault] { one.faults }

    /// The parts of the text for other numbers that can't be read.
    public var faultsOfOther: [Fault] { other?.faults ?? [] }

    /// Whether the text depends on rows: it has a placeholder, or two forms.
    public var isAboutRows: Bool {
        other != nil
            || one.parts.contains { part in
                if case .text = part { false } else { true }
            }
    }

    /// How many rows are named one by one where there are several.
    static let namedRows = 3

    /// The text about rows.
    ///
    /// Of one row a member is its string, its number as it is written, `true` or `false`, or its JSON; one that is absent
    /// or null is empty. Of several rows a member is those of the first three, with `…` where there are more.
    ///
    /// - Parameters:
    ///   - rows: the rows, or the first of them.
    ///   - count: how many there are; nil where more than `rows` may follow, which is written as `50+`.
    public func filled(with rows: [SourceRow], count: Int?) -> String {
        let form = count == 1 ? one : other ?? one
        var text = ""
        for part in form.parts {
            switch part {
            case .text(let part): text += part
            case .member(let member): text += Self.text(of: member, rows, count)
            case .count: text += count.map { "\($0)" } ?? "\(rows.count)+"
            }
        }
        return text
    }

    private static func text(of member: RowMember, _ rows: [SourceRow], _ count: Int?) -> String {
        var named = rows.prefix(namedRows).map { text(of: $0.text(of: member)) }
        if count.map({ $0 > named.count }) ?? true { named.append("…") }
        return named.joined(separator: ", ")
    }

    /// How much of a value is filled in, in characters: the text is read at a glance.
    static let longestValue = 500

    private static func text(of value: JSONText?) -> String {
        guard let value, value != .null else { return "" }
        // A number is not parsed: it is shown with all its digits.
        let text = value.bytes.first == UInt8(ascii: "\"") ? value.value.stringValue ?? "" : value.string
        return text.count > longestValue ? text.prefix(longestValue) + "…" : text
    }
}

extension RowTemplate: ExpressibleByStringLiteral {
    /// A text for any number of rows.
    public init(stringLiteral text: String) { self.init(text) }
}

extension RowTemplate.Form {
    init(_ text: String) {
        self.text = text
        var literal = ""
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            literal += rest[..<brace]
            let next = rest.index(after: brace)
            if next < rest.endIndex, rest[next] == rest[brace] {
                literal.append(rest[brace])
                rest = rest[rest.index(after: next)...]
            } else if rest[brace] == "}" {
                literal.append("}")
                rest = rest[next...]
            } else if let end = rest[next...].firstIndex(of: "}") {
                add(String(rest[next..<end]), after: &literal)
                rest = rest[rest.index(after: end)...]
            } else {
                rest = rest[brace...]
                faults.append(.init(part: String(rest), message: "lacks its }; a brace itself is {{"))
                break
            }
        }
        literal += rest
        if !literal.isEmpty { parts.append(.text(literal)) }
    }

    private mutating func add(_ name: String, after literal: inout String) {
        let part: Part
        do {
            part = name == "count" ? .count : .member(try RowMember(name))
        } catch {
            faults.append(.init(part: "{\(name)}", message: error.message))
            literal += "{\(name)}"
            return
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(part)
    }
}
