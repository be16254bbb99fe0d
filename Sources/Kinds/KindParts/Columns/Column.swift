import FHJSON
import FeatureKit

/// A column of a list or a search, drawn for each row.
public struct Column: Sendable, Equatable {
    /// The presentation of a value.
    public typealias Kind = ColumnKind

    /// The part of a drawn row in which a client shows the value; a column with the role `none` is not shown.
    public enum Role: String, Sendable, CaseIterable {
        case title, subtitle, detail, badge, toggle, icon, none
    }

    /// The side of its column on which a value stands.
    public enum Alignment: String, Sendable, CaseIterable {
        case left, center, right
    }

    /// The room of a column in a table.
    public struct Layout: Sendable, Equatable {
        /// The width in characters; nil for the width of the values.
        public var width: Int?
        /// The side on which the values stand; nil for the side of the type.
        public var align: Alignment?
        /// The share of the remaining width that the column gets; nil if it gets none.
        public var grow: Int?

        /// Makes a layout.
        public init(width: Int? = nil, align: Alignment? = nil, grow: Int? = nil) {
            self.width = width
            self.align = align
            self.grow = grow
        }
    }

    /// The key of the value in the row.
    public let key: String
    /// The column's heading.
    public let label: String
    /// The presentation of the value.
    public let type: Kind
    /// The part of a drawn row in which a client shows the value.
    public let role: Role
    /// The format in which the host writes the text of the value; nil if the client draws the value by its type.
    public let format: CellFormat?
    /// The tones of the value, of which the first one whose condition holds applies.
    public let tones: [ToneRule]
    /// The room of the column in a table.
    public let layout: Layout

    /// Makes a column.
    ///
    /// By default, the label is derived from the key, and the type from the format.
    public init(
        key: String, label: String? = nil, type: Kind? = nil, role: Role = .detail, format: CellFormat? = nil,
        tones: [ToneRule] = [], layout: Layout = Layout()
    ) {
        self.key = key
        self.label = label ?? NameLabel.label(of: key)
        self.type = type ?? format?.kind.columnType ?? .text
        self.role = role
        self.format = format
        self.tones = tones
        self.layout = layout
    }

    /// Encodes the member `columns` of a list's or a search's state.
    public static func encode(_ columns: [Column]) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            for column in columns {
                json.beginObject()
                json.field("key", column.key)
                json.field("label", column.label)
                json.field("type", column.type.rawValue)
                json.field("role", column.role.rawValue)
                if let format = column.format { json.field("format", format.text) }
                if let width = column.layout.width { json.field("width", width) }
                if let align = column.layout.align { json.field("align", align.rawValue) }
                if let grow = column.layout.grow { json.field("grow", grow) }
                json.endObject()
            }
            json.endArray()
        }
    }
}

extension CellFormat.Kind {
    /// The type of a column that declares only the format, for clients that draw the value themselves.
    public var columnType: Column.Kind { Column.Kind(rawValue: family.rawValue) ?? .text }
}
