import FHJSON

/// The rows that an action targets: the listed rows, or all rows except the listed ones.
public struct TargetedItems: Sendable, Equatable {
    /// The listed rows, in the order of marking; if ``except`` is set, the first of the loaded target rows.
    public let rows: [SourceRow]
    /// The number of target rows; nil if it is unknown because some rows are not loaded.
    public let count: Int?
    /// The ids of the excluded rows, if all other rows are the target; nil if ``rows`` are the target.
    public let except: [String]?

    /// Targets the listed rows, whose values may be dropped.
    public init(_ rows: [SourceRow]) {
        self.rows = rows
        count = rows.count
        except = nil
    }

    /// Targets all rows except the excluded ones, including rows that are not loaded.
    ///
    /// - Parameters:
    ///   - except: the ids of the excluded rows.
    ///   - first: the first of the targeted rows, which represent all of them in texts.
    ///   - count: the number of targeted rows; nil if unknown.
    public init(allExcept except: [String], first: some Sequence<SourceRow>, count: Int?) {
        rows = Array(first)
        self.count = count
        self.except = except
    }

    /// The row, if exactly one is listed; otherwise nil.
    var single: SourceRow? { except == nil && rows.count == 1 ? rows[0] : nil }

    /// The ids of the target rows; empty if the target is all rows except those in ``except``.
    var ids: [String] { except == nil ? rows.map(\.id) : [] }
}

/// The occasion on which a link's action is sent: the rows and the value that fill in its params.
public struct LinkOccasion: Sendable {
    /// The ids of the target rows; empty without target rows, or if ``except`` is set.
    var ids: [String] = []
    /// The ids of the excluded rows, if all other rows are the target; nil if ``ids`` are the target.
    var except: [String]?
    /// The value of the output: a row, a form's values, or an array of rows; nil for a button.
    var value: JSONText?
    /// The version of the row; nil if unknown, or if there are several rows.
    var version: String?
    /// True if the rows belong to the feature that receives the action.
    var hasOwnRows = true
}
