import FHJSON

/// A row to insert.
public struct RowInsertion: Sendable, Equatable {
    /// The row.
    public var row: SourceRow
    /// The id of the row before which the new row is inserted; nil for the end.
    public var before: String?

    /// Makes an insertion.
    public init(_ row: SourceRow, before: String? = nil) {
        self.row = row
        self.before = before
    }
}

/// An update of a row.
public struct RowUpdate: Sendable, Equatable {
    /// The row's id.
    public var id: String
    /// A JSON Merge Patch (RFC 7396).
    public var patch: JSONText
    /// The version that the row must have; nil for any version.
    public var ifVersion: String?
    /// The row as the caller last read it, for a source that can't compare versions itself; nil if the caller has not
    /// read the row.
    public var known: SourceRow?

    /// A version that no row has.
    ///
    /// A caller that doesn't know the version of the row passes this version in ``ifVersion``. The source refuses the
    /// update with a `conflict` failure that contains the current row. The caller then compares the current row with
    /// the row that it has read.
    package static let unknownVersion = "unknown"

    /// Makes an update.
    public init(_ id: String, patch: JSONText, ifVersion: String? = nil, known: SourceRow? = nil) {
        self.id = id
        self.patch = patch
        self.ifVersion = ifVersion
        self.known = known
    }

    /// Compares the version of the current row with ``ifVersion``.
    ///
    /// - Parameter row: the current row.
    /// - Returns: true if the row may be updated.
    public func allows(_ row: SourceRow) -> Bool {
        guard let ifVersion else { return true }
        return row.version == ifVersion
    }
}

/// A row to delete.
public struct RowDeletion: Sendable, Equatable {
    /// The row's id.
    public var id: String
    /// The version that the row must have; nil for any version.
    public var ifVersion: String?

    /// Makes a deletion.
    public init(_ id: String, ifVersion: String? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }

    /// Compares the version of the current row with ``ifVersion``.
    ///
    /// - Parameter row: the current row.
    /// - Returns: true if the row may be deleted.
    public func allows(_ row: SourceRow) -> Bool { ifVersion == nil || row.version == ifVersion }
}

extension DataSource {
    /// Deletes rows if no deletion specifies a version; fails otherwise.
    ///
    /// A source whose rows have versions implements this method, and compares the versions.
    public func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        if deletions.contains(where: { $0.ifVersion != nil }) { return .now(.failure(.cannotCompareVersions)) }
        return delete(deletions.map(\.id), opID: opID)
    }

    /// Deletes rows without comparing them with the current rows.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        delete(rows.map(\.id), opID: opID)
    }

    /// Inserts one row before another row, or at the end.
    public func insert(_ row: SourceRow, before: String?, opID: String) -> SourceAnswer<SourceRow> {
        insert([RowInsertion(row, before: before)], opID: opID).first
    }

    /// Updates one row by a JSON Merge Patch (RFC 7396).
    ///
    /// - Parameters:
    ///   - id: the id of the row.
    ///   - patch: the changed members; null removes a member.
    ///   - ifVersion: the version that the row must have; nil for any version.
    ///   - opID: the id of the call. A retry of the call has the same id.
    public func update(
        _ id: String, patch: JSONText, ifVersion: String? = nil, opID: String
    ) -> SourceAnswer<SourceRow> {
        update([RowUpdate(id, patch: patch, ifVersion: ifVersion)], opID: opID).first
    }
}

extension SourceAnswer<[SourceRow]> {
    /// The first of the edited rows; a failure if there is none.
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
    /// The failure of an edit if the rows have other versions than the edit specifies.
    ///
    /// - Parameters:
    ///   - current: the current rows.
    ///   - message: a sentence for users; nil for a default sentence that names the rows.
    ///   - retryable: true if a retry makes the change regardless of the versions.
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

    /// The failure of a deletion with versions if the source can't compare versions.
    public static let cannotCompareVersions = Failure(
        "readOnly", "this source can't compare the versions of rows, so it deletes none; delete them without versions",
        retryable: false)

    /// The failure of a change if the row no longer exists.
    public static func rowGone(_ id: String) -> Failure {
        let message = "the row \(LikelyName.shown(id)) is gone, or not among the rows; what was entered is kept"
        return Failure("gone", message, retryable: false)
    }
}

extension Failure {
    /// The failure of an insertion if a row with this id already exists.
    ///
    /// - Parameters:
    ///   - id: the id.
    ///   - idKey: the key of the member that contains the id.
    public static func duplicateID(_ id: String, _ idKey: String) -> Failure {
        let message = "there is a row with the id \(id) already"
        let mistake = Mistake(path: JSONPointer([idKey]).description, code: "duplicateId", message: message)
        return Failure("duplicateId", message, retryable: false, mistakes: [mistake])
    }
}
