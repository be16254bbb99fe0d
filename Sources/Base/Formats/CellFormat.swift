import FHJSON

/// The way in which a value is shown: a kind of text, and its details.
///
/// ```swift
/// let format = try CellFormat(JSONText(parsing: #"{"type":"currency","currency":"EUR"}"#).value)
/// format.cell(of: JSONText.integer(5).value, in: Viewing())?.text  // €5.00
/// ```
public struct CellFormat: Sendable, Equatable {
    /// The kinds of text.
    public enum Kind: String, Sendable, CaseIterable {
        case number, bytes, percent, progress, duration, currency
        case date, dateTime, relative
        case tag, check, link, email, json, image, sparkline

        /// True if a format of the kind can't be made from its name alone.
        public var needsDetails: Bool { self == .currency || self == .tag }

        /// The family of the values.
        public var family: Family {
            switch self {
            case .number, .bytes, .percent, .progress, .duration, .currency: .number
            case .date, .dateTime, .relative: .date
            case .check: .toggle
            case .tag, .link, .email, .json, .image, .sparkline: .text
            }
        }
    }

    /// The families of values, which a reader without formats can tell apart.
    public enum Family: String, Sendable {
        case text, toggle, number, date
    }

    /// The details of a format.
    ///
    /// Each kind uses some of them.
    struct Details: Sendable, Equatable {
        var decimals: Int?
        var isGrouped = true
        var isBinary = false
        var isClock = false
        var showsSeconds = false
        var isMinor = false
        var unit: String?
        /// The value that is 100 percent.
        var whole = 1
        var currency = ""
        var title: String?
        var tags: [String: Tag] = [:]
        var drawing = Drawing()
    }

    /// The details of a bar or a curve.
    struct Drawing: Sendable, Equatable {
        /// The number of characters.
        var width: Int?
        var lowest: Double?
        var highest: Double?
    }

    /// The appearance of one value of the kind `tag`.
    struct Tag: Sendable, Equatable {
        var title: String?
        var tone: Tone?
        var icon: String?
    }

    /// The kind of text.
    public let kind: Kind
    /// The declaration of the format, an object.
    public let text: JSONText
    let details: Details

    /// Makes a format of a kind that needs no details.
    ///
    /// A currency and a tag need details: use ``init(_:)-(JSONValue)``.
    public init(_ kind: Kind) {
        self.init(kind, JSONText.object("type", .string(kind.rawValue)), Details())
    }

    init(_ kind: Kind, _ text: JSONText, _ details: Details) {
        self.kind = kind
        self.text = text
        self.details = details
    }

    /// The names of the icons of tags, with their places in the declaration.
    public var icons: [(path: [String], name: String)] {
        details.tags.sorted { $0.key < $1.key }.compactMap { value, tag in
            tag.icon.map { (["values", value, "icon"], $0) }
        }
    }

    /// True if the text of a value changes as time passes.
    public var isMoving: Bool { kind == .relative }

    /// Returns the cell of a value; nil if the value doesn't fit the format, so that it is shown without a format.
    ///
    /// No value and null have no cell.
    public func cell(of value: JSONValue?, in viewing: Viewing) -> Cell? {
        guard let value, !value.isNull else { return nil }
        switch kind {
        case .number, .bytes, .percent, .progress, .duration, .currency:
            return Self.decimal(value).flatMap { numericText($0, viewing.locale) }.map { Cell($0) }
        case .date, .dateTime, .relative: return time(value).map { Cell(text(of: $0, in: viewing)) }
        case .tag: return tag(value)
        case .check: return Self.isOn(value).map { Cell($0 ? "✓" : "") }
        case .link: return value.stringValue.map { Cell(details.title ?? $0, link: Self.link($0)) }
        case .email: return value.stringValue.map { Cell($0, link: Self.isAddress($0) ? "mailto:\($0)" : nil) }
        case .image: return value.stringValue.map { Cell(Self.fileName($0), link: Self.link($0)) }
        case .json: return Cell(Self.short(value.description))
        case .sparkline: return curve(value).map { Cell($0) }
        }
    }

    /// Returns the text of a value, for a template; the value itself if it doesn't fit the format.
    public func text(of value: JSONValue?, in viewing: Viewing) -> String {
        if let cell = cell(of: value, in: viewing) { return cell.text }
        return value.map(Self.plain) ?? ""
    }

    /// A value as text, without a format.
    public static func plain(_ value: JSONValue) -> String {
        value.isNull ? "" : value.stringValue ?? value.description
    }

    /// Returns the number that a value is, or that a string spells.
    static func decimal(_ value: JSONValue) -> Decimal? {
        switch value.kind {
        case .integer, .real: Decimal(value.description)
        case .string: value.stringValue.flatMap { Decimal($0) }
        default: nil
        }
    }
}
