import FHJSON
import FeatureKit

@testable import FHDataSources

extension RowTable {
    /// Inserts one row.
    mutating func insert(_ row: SourceRow, before: String?) throws(Failure) -> SourceRow {
        try insert([RowInsertion(row, before: before)])[0]
    }

    /// Changes one row.
    mutating func update(_ id: String, patch: JSONText) throws(Failure) -> SourceRow {
        try update([RowUpdate(id, patch: patch)])[0]
    }
}
