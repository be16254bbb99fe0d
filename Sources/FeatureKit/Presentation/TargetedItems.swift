import JSON

/// The rows that an action is about: rows one by one, or all but some.
public struct TargetedItems: Sendable, Equatable {
    /// The rows, in the order in which they were marked; of all rows the first ones that are loaded.
    public let rows: [SourceRow]
    /// How many rows there are; nil where some are not loaded and their number is not known.
    public let count: Int?
    /// The ids of the rows that are left out of all; nil where ``rows`` are the rows.
    public let except: [String]?

    /// Rows one by one; their values may be dropped.
    public init(_ rows: [SourceRow]) {
        self.rows = rows
        count = rows.count
        except = nil
    }

    /// All rows but some, those not loaded included.
    ///
    /// - Parameters:
    ///   - except: the ids of the others.
    ///   - first: the first rows, by which a question names them all.
    ///   - count: how many rows there are; nil if that is not known.
    public init(allExcept except: [String], first: some Sequence<SourceRow>, count: Int?) {
        rows = Array(first)
        self.count = count
        self.except = except
    }

    /// The only row; nil where there are several.
    var single: SourceRow? { except == nil && rows.count == 1 ? rows[0] : nil }

    /// The same rows by their ids.
    var ids: [String] { except == nil ? rows.map(\.id) : [] }
}

/// What a link's action is sent for: rows, and a value.
public struct LinkOccasion: Sendable {
    /// The ids of the rows; empty where there are none, and where there are all but some.
    var ids: [String] = []
    /// The rows that are left out of all; nil where ``ids`` are the rows.
    var except: [String]?
    /// The row, what a form hands on, or an array of rows; nil for a button.
    var value: JSONText?
    /// The version of the row; nil where that is not known, or there are several.
    var version: String?
    /// Whether the rows are those of the feature that the action is sent to.
    var hasOwnRows = true
}
