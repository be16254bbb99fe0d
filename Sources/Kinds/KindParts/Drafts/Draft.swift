import FHJSON
import FeatureKit

/// The state of a draft: a row of a source that keeps a user's unsaved input until it is submitted.
public struct Draft: Sendable, Equatable {
    /// The content of an earlier draft that the user has neither restored nor discarded; nil if there is none.
    public internal(set) var offered: JSONText?
    /// True after the first fetch of the draft's row.
    public internal(set) var isKnown = false
    /// True if the source has a row of the draft.
    var isKept = false
    /// The number of writes without an answer yet.
    var writes = 0
    /// True if the last of the unanswered writes inserts or updates the row, rather than deleting it.
    var lastLeavesRow = false
    /// True if the current input has to be written once the source has answered.
    var isWanted = false
    /// The number of writes that failed because another instance had inserted or deleted the row.
    ///
    /// The count starts again when changed input is due.
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

/// The place of a feature's drafts: a row of a source.
public struct DraftPlace: Sendable {
    /// The source; it must support insert, update, delete and query.
    public var source: any DataSource
    /// The row's id.
    public var id: String

    /// Makes a place from a source and a row's id.
    public init(source: any DataSource, id: String) {
        self.source = source
        self.id = id
    }

    /// The place of the draft for a feature that is opened with certain values.
    ///
    /// A draft about one row is offered only for that row.
    /// - Parameters:
    ///   - id: the id of the row that the feature is opened about; nil if none.
    ///   - values: the opening values that differ from the defaults, without secrets; nil if there are none. Only a
    ///     digest of the values becomes part of the id.
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

    /// The validation errors of the declaration `draft`; empty if drafts can be kept here.
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
    /// The source has returned the row, or has failed.
    case fetched(Result<Page, Failure>)
    /// The debounce has ended: the input is to be written.
    case due
    /// The source has written or deleted the draft, or could not do so.
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
