import FHJSON
import FeatureKit
import Synchronization

/// The cells of the rows of one list or search at one moment, for one reader.
public struct CellPainter: Sendable {
    private let plan: CellPlan
    private let viewing: Viewing
    private let memory: CellMemory?

    init(plan: CellPlan, viewing: Viewing, memory: CellMemory?) {
        self.plan = plan
        self.viewing = viewing
        self.memory = memory
    }

    /// Makes a painter; without a viewer, for the locale C and UTC.
    public static func painter(_ plan: CellPlan?, for viewer: Viewer?) -> CellPainter? {
        guard let plan else { return nil }
        return viewer?.painter(of: plan) ?? CellPainter(plan: plan, viewing: Viewing(), memory: nil)
    }

    /// True if the painter of an earlier snapshot makes the same cells of the same rows.
    public func isSame(as older: CellPainter?) -> Bool {
        guard let older else { return false }
        return plan === older.plan && viewing.now == older.viewing.now
    }

    /// Returns the members `cells` and `tone` of a row, as JSON without braces; empty if the row has neither.
    public func members(of row: SourceRow) -> [UInt8] {
        guard let memory else { return row.withTexts { _, value in plan.members(of: value, in: viewing) } }
        return memory.members(of: row, plan, viewing)
    }

    /// Writes the members `cells` and `tone` into the open object.
    public func write(_ row: SourceRow, to json: inout JSONWriter) {
        let members = members(of: row)
        if !members.isEmpty { members.withUnsafeBytes { json.rawValue($0) } }
    }
}

/// The cells that were made last, by row, so that the rows of a window are formatted once and not with each snapshot.
final class CellMemory: Sendable {
    private struct Key: Hashable {
        let block: ObjectIdentifier
        let place: Int
        let plan: ObjectIdentifier
    }

    private struct Entry {
        /// Kept, so that no other block and no other plan can have the same identity.
        let block: RowBlock
        let plan: CellPlan
        let now: Int?
        let members: [UInt8]
    }

    /// The number of rows at which the memory is cleared.
    private static let limit = 2_048

    private let entries = Mutex<[Key: Entry]>([:])

    func members(of row: SourceRow, _ plan: CellPlan, _ viewing: Viewing) -> [UInt8] {
        let key = Key(block: ObjectIdentifier(row.block), place: row.place, plan: ObjectIdentifier(plan))
        return entries.withLock { entries in
            if let entry = entries[key], entry.now == viewing.now { return entry.members }
            let members = row.withTexts { _, value in plan.members(of: value, in: viewing) }
            if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
            entries[key] = Entry(block: row.block, plan: plan, now: viewing.now, members: members)
            return members
        }
    }
}
