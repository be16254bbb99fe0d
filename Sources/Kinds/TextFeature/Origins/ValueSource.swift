import FHJSON
import FHKindParts
import FeatureKit

/// A source with the lines of a value: of a string, or of another JSON value as indented text.
///
/// Its rows are `{text}`.
package struct ValueSource: DataSource {
    /// The member that contains the text of a line.
    package static let key = "text"

    private let lines: [Substring]

    /// Makes a source of a value.
    package init(_ value: JSONValue) { lines = Self.lines(of: value) }

    /// No capabilities: the lines can only be read.
    package var capabilities: SourceCapabilities { [] }

    /// Returns a page of the lines.
    package func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(Self.page(request, of: lines)) }

    /// Returns a page of lines.
    static func page(_ request: FetchRequest, of lines: [Substring]) -> Result<Page, Failure> {
        guard case .offset(let offset) = request.start else {
            return .failure(Failure("invalidData", "the lines of a value are counted by offsets"))
        }
        let first = min(max(0, offset), lines.count)
        let last = min(lines.count, first + min(request.limit, lines.count))
        let rows = (first..<last).map { place in
            SourceRow(id: "\(place + 1)", value: .object(key, .string(String(lines[place]))))
        }
        return .success(Page(rows: rows, endReached: last == lines.count, totalCount: lines.count))
    }

    /// The lines of a value.
    ///
    /// A line break at the end begins no line, and null has no line.
    static func lines(of value: JSONValue) -> [Substring] {
        if value.isNull { return [] }
        let text = value.stringValue ?? IndentedJSON.text(of: value)
        // A line break may be one character with a carriage return.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

/// A source with the lines of a member of one row of another source.
package struct MemberSource: DataSource {
    private let base: any DataSource
    private let id: String
    private let key: RowMember

    /// Makes a source of a member.
    ///
    /// - Parameters:
    ///   - base: the source of the row; it can filter rows.
    ///   - id: the id of the row.
    ///   - key: the path of the member.
    package init(_ base: any DataSource, id: String, key: RowMember) {
        self.base = base
        self.id = id
        self.key = key
    }

    /// No capabilities: the lines can only be read.
    package var capabilities: SourceCapabilities { [] }

    /// The feed of the row's source.
    package var changes: ChangeFeed? { base.changes }

    /// Reads the row, and returns a page of the lines of its member.
    package func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        base.fetchRow(id, isRefresh: request.isRefresh).map { [key] result in
            result.flatMap { row in
                ValueSource.page(request, of: ValueSource.lines(of: row.text(of: key)?.value ?? .null))
            }
        }
    }
}

/// JSON as text with a line for each member and element.
enum IndentedJSON {
    static func text(of value: JSONValue) -> String {
        var text = ""
        write(value, indent: "", to: &text)
        return text
    }

    private static func write(_ value: JSONValue, indent: String, to text: inout String) {
        let inner = indent + "  "
        if value.isArray, value.count > 0 {
            text += "["
            for (index, element) in value.elements.enumerated() {
                text += index == 0 ? "\n\(inner)" : ",\n\(inner)"
                write(element, indent: inner, to: &text)
            }
            text += "\n\(indent)]"
        } else if value.isObject, value.count > 0 {
            text += "{"
            for (index, (key, member)) in value.members.enumerated() {
                text += (index == 0 ? "\n" : ",\n") + inner + JSONText.string(key).string + ": "
                write(member, indent: inner, to: &text)
            }
            text += "\n\(indent)}"
        } else {
            text += JSONText(value).string
        }
    }
}
