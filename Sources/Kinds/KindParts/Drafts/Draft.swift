import FHJSON
import FeatureKit

/// The state of a draft, which is a row of a source that contains a user's unsaved input.
public struct Draft: Sendable, Equatable {
    /// The content of an earlier draft that the user has neither restored nor discarded; nil if there is none.
    public internal(set) var offered: JSONText?
    /// True after the first successful fetch of the draft's row, even if the source has no such row.
    public internal(set) var isKnown = false
    /// True if the source has a row with the draft's id, as far as the feature knows.
    var isKept = false
    /// The number of writes and deletions of the row that the source has not answered yet.
    var writes = 0
    /// True if the newest unanswered write inserts or updates the row; false if it deletes the row.
    var lastLeavesRow = false
    /// True if the current input has to be written once the source has answered the write in progress.
    var isWanted = false
    /// The number of writes that failed because another instance had inserted or deleted the row.
    ///
    /// New input resets the count to 0; a retry doesn't.
    var crossings = 0

    /// Makes a draft whose row is not fetched yet.
    public init() {}

    /// True if there is, or may be, a row to delete.
    var mayBeKept: Bool { writes > 0 ? lastLeavesRow : isKept }

    /// Returns the offered content and clears it, after the user has decided about it.
    public mutating func takeOffered() -> JSONText? {
        defer { offered = nil }
        return offered
    }
}

/// The row of a source in which a feature keeps its draft.
public struct DraftPlace: Sendable {
    /// The source; it must support insert, update, delete and query.
    public var source: any DataSource
    /// The row's id.
    public var id: String

    /// Refers to the row with this id in a source.
    public init(source: any DataSource, id: String) {
        self.source = source
        self.id = id
    }

    /// Returns the row for the draft of a feature that is opened about a row, or with certain values.
    ///
    /// Each row that a feature is opened about has its own draft, and so has each combination of opening values.
    /// - Parameters:
    ///   - id: the id of the row that the feature is opened about; nil if it is not opened about a row.
    ///   - values: the opening values that differ from the defaults, without secrets; nil if there are none. Only a
    ///     digest of the values becomes part of the id of the draft's row.
    public func about(id: String?, values: String? = nil) -> DraftPlace {
        var place = self
        if let id {
            // Sources limit the length of ids.
            place.id += id.utf8.count <= Self.longestSubject ? ":\(id)" : ":#\(Self.digest(id))"
        } else if let values {
            place.id += "?\(Self.digest(values))"
        }
        return place
    }

    private static var longestSubject: Int { 1_024 }

    /// Returns the 64-bit FNV-1a hash of a text, in hexadecimal.
    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// The validation errors of the declaration `draft`; empty if the source can keep the draft.
    public var mistakes: [DeclarationMistake] {
        var mistakes: [DeclarationMistake] = []
        if !source.capabilities.isSuperset(of: [.insert, .update, .delete, .query]) {
            mistakes.append(.init(["draft", "source"], "can't keep a draft; name a source that can be changed"))
        }
        if id.isEmpty { mistakes.append(.init(["draft", "id"], "a row's id is not empty")) }
        return mistakes
    }
}

/// An event of a draft.
///
/// A feature with a draft embeds the event in its own actions.
public enum DraftEvent: Sendable {
    /// The fetch of the draft's row has ended.
    case fetched(Result<Page, Failure>)
    /// The debounce has ended: the input is to be written.
    case due
    /// A write of the draft's row has ended: an insert or an update if `isThere` is true, otherwise a deletion.
    case kept(isThere: Bool, Result<Done, Failure>)

    /// The event's name in a snapshot's cause.
    public var name: String {
        switch self {
        case .fetched: "draftFetched"
        case .due: "draftDue"
        case .kept: "draftKept"
        }
    }
}
