import JSON

/// A row that is to be inserted.
public struct RowInsertion: Sendable, Equatable {
    /// The row.
    public var row: SourceRow
    /// The row that it is put right before; nil is the end.
    public var before: String?

    /// Inserts a row.
    public init(_ row: SourceRow, before: String? = nil) {
        self.row = row
        self.before = before
    }
}

/// A change of a row.
public struct RowUpdate: Sendable, Equatable {
    /// The row's id.
    public var id: String
    /// A JSON Merge Patch (RFC 7396).
    public var patch: JSONText
    /// The version that the row must have; nil changes it whatever its version.
    public var ifVersion: String?
    /// The row as the caller knows it, for a source that can't compare versions itself.
    public var known: SourceRow?

    /// Changes a row.
    public init(_ id: String, patch: JSONText, ifVersion: String? = nil, known: SourceRow? = nil) {
        self.id = id
        self.patch = patch
        self.ifVersion = ifVersion
        self.known = known
    }

    /// Checks the version of the row that is to be changed.
    ///
    /// - Parameter row: the row as it is now.
    /// - Returns: whether the row may be changed.
    public func allows(_ row: SourceRow) -> Bool {
        guard let ifVersion else { return true }
        return row.version == ifVersion
    }
}

/// A row that is to be taken away.
public struct RowDeletion: Sendable, Equatable {
    /// The row's id.
    public var id: String
    /// The version that the row must have; nil takes it away whatever its version.
    public var ifVersion: String?

    /// Takes a row away.
    public init(_ id: String, ifVersion: String? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }

    /// Checks the version of the row that is to go.
    ///
    /// - Parameter row: the row as it is now.
    /// - Returns: whether the row may be taken away.
    public func allows(_ row: SourceRow) -> Bool { ifVersion == nil || row.version == ifVersion }
}

extension DataSource {
    /// Takes rows away without comparing their versions.
    public func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        delete(deletions.map(\.id), opID: opID)
    }

    /// Takes rows away without comparing them.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        delete(rows.map(\.id), opID: opID)
    }

    /// Inserts one row; without `before` at the end.
    public func insert(_ row: SourceRow, before: String?, opID: String) -> SourceAnswer<SourceRow> {
        insert([RowInsertion(row, before: before)], opID: opID).first
    }

    /// Changes one row by a JSON Merge Patch (RFC 7396).
    ///
    /// - Parameters:
    ///   - id: the row.
    ///   - patch: the members that are changed; null takes one away.
    ///   - ifVersion: the version that the row must have; nil changes it whatever its version.
    ///   - opID: the same for each try of one call.
    public func update(
        _ id: String, patch: JSONText, ifVersion: String? = nil, opID: String
    ) -> SourceAnswer<SourceRow> {
        update([RowUpdate(id, patch: patch, ifVersion: ifVersion)], opID: opID).first
    }
}

extension SourceAnswer<[SourceRow]> {
    /// The first row, of an edit of one.
    fileprivate var first: SourceAnswer<SourceRow> {
        map { result in
            result.flatMap { rows in
                rows.first.map { .success($0) }
                    ?? .failure(Failure("invalidData", "the source does not say what became of the row"))
            }
        }
    }
}

extension Failure {
    /// Rows have other versions than the edit names.
    ///
    /// - Parameters:
    ///   - current: these rows as they are now.
    ///   - message: a sentence for people; nil names the rows.
    ///   - retryable: whether trying again makes the change all the same.
    public static func conflict(
        current: [SourceRow], message: String? = nil, retryable: Bool = false
    ) -> Failure {
        let listed = current.prefix(3).map(\.id).joined(separator: ", ") + (current.count > 3 ? ", …" : "")
        let rows = current.count == 1 ? "the row \(listed) was" : "the rows \(listed) were"
        let usual = "\(rows) changed by others meanwhile; look at what is there now, then edit it again"
        var failure = Failure("conflict", message ?? usual, retryable: retryable)
        failure.current = current
        return failure
    }

    /// The failure of a change of a row that is not there any more.
    public static func rowGone(_ id: String) -> Failure {
        let message = "the row \(LikelyName.shown(id)) is gone, or not among the rows; what was entered is kept"
        return Failure("gone", message, retryable: false)
    }
}

extension Failure {
    /// A row with this id is there already.
    ///
    /// - Parameters:
    ///   - id: the id.
    ///   - idKey: the member that has the id.
    public static func duplicateID(_ id: String, _ idKey: String) -> Failure {
        let message = "there is a row with the id \(id) already"
        let mistake = Mistake(path: JSONPointer([idKey]).description, code: "duplicateId", message: message)
        return Failure("duplicateId", message, retryable: false, mistakes: [mistake])
    }
}
