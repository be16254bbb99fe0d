import FHJSON

/// A text with placeholders for members of rows, and for the number of rows.
///
/// `{title}` is replaced by a member, `{/owner/name}` by a nested member, `{size|bytes}` by a member in a format, and
/// `{count}` by the number of rows. `{{` and `}}` are literal braces.
///
/// ```swift
/// RowTemplate(one: "Delete {title}?", other: "Delete {count} tasks?")
/// ```
public struct RowTemplate: Sendable, Equatable {
    /// An invalid placeholder or brace in a text; it is shown verbatim.
    public struct Fault: Sendable, Equatable {
        /// The invalid substring of the text.
        public let part: String
        /// A phrase about the error, which follows the substring in messages.
        public let message: String
    }

    /// The parsed text of one plural form.
    fileprivate struct Form: Sendable, Equatable {
        enum Part: Sendable, Equatable {
            case text(String)
            case member(RowMember, format: String?)
            case count
        }

        let text: String
        var parts: [Part] = []
        var faults: [Fault] = []
    }

    private let one: Form
    private let other: Form?

    /// Makes a template with one text for any number of rows.
    public init(_ text: String) {
        one = Form(text)
        other = nil
    }

    /// Makes a template with a text for one row, and a text for any other number of rows.
    public init(one: String, other: String) {
        self.one = Form(one)
        self.other = Form(other)
    }

    /// The text for one row, or the only text, with its placeholders.
    public var text: String { one.text }

    /// The errors in the text for one row, or in the only text.
    public var faults: [Fault] { one.faults }

    /// The errors in the text for any number of rows other than one; empty if the template has only one text.
    public var faultsOfOther: [Fault] { other?.faults ?? [] }

    /// The formats of members in all texts, each with its placeholder, such as `{size|bytes}` and `bytes`.
    public var formats: [(part: String, name: String)] {
        (one.parts + (other?.parts ?? [])).compactMap { part in
            guard case .member(let member, let format?) = part else { return nil }
            return ("{\(member)|\(format)}", format)
        }
    }

    /// True if the filled-in text depends on the rows: the template has a placeholder, or two texts.
    public var isAboutRows: Bool {
        other != nil
            || one.parts.contains { part in
                if case .text = part { false } else { true }
            }
    }

    /// The maximum number of rows whose values replace a placeholder.
    static let namedRows = 3

    /// Fills in the text.
    ///
    /// For one row, a member is shown as its string, its number with all digits, `true` or `false`, or its JSON; an
    /// absent or null member is empty. For several rows, the values of the first three are shown, with `…` if there are
    /// more. A row whose value was released from memory is shown by its id.
    ///
    /// - Parameters:
    ///   - rows: the rows, or the first of them.
    ///   - count: the number of rows; nil if it is unknown, because there may be more rows than `rows`. `{count}` is
    ///     then the number of `rows` with a plus sign, such as `50+`.
    ///   - formatter: writes the members that have a format; nil to show them as the others.
    public func filled(with rows: [SourceRow], count: Int?, by formatter: (any ValueFormatter)? = nil) -> String {
        let form = count == 1 ? one : other ?? one
        var text = ""
        for part in form.parts {
            switch part {
            case .text(let part): text += part
            case .member(let member, let format):
                text += Self.joined(rows, count) { row in
                    let value = row.text(of: member)
                    return format.flatMap { formatter?.text(of: value, in: $0) } ?? Self.text(of: value)
                }
            case .count: text += count.map { "\($0)" } ?? "\(rows.count)+"
            }
        }
        return text
    }

    private static func joined(_ rows: [SourceRow], _ count: Int?, _ text: (SourceRow) -> String) -> String {
        var named = rows.prefix(namedRows).map { $0.isDropped ? $0.id : text($0) }
        if count.map({ $0 > named.count }) ?? true { named.append("…") }
        return named.joined(separator: ", ")
    }

    /// The maximum length of a filled-in value, in Unicode scalars: the text must be readable at a glance.
    static let longestValue = 500

    private static func text(of value: JSONText?) -> String {
        guard let value, value != .null else { return "" }
        // A number is not parsed, so that all its digits are shown.
        let text = value.bytes.first == UInt8(ascii: "\"") ? value.value.stringValue ?? "" : value.string
        let beginning = text.unicodeScalars.prefix(longestValue)
        return beginning.endIndex == text.endIndex ? text : String(beginning) + "…"
    }
}

extension RowTemplate: ExpressibleByStringLiteral {
    /// Makes a template with one text for any number of rows.
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
            let bar = name.lastIndex(of: "|")
            let format = bar.map { String(name[name.index(after: $0)...]) }
            let member = bar.map { String(name[..<$0]) } ?? name
            part = name == "count" ? .count : .member(try RowMember(member), format: format)
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
