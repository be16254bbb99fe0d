import JSON

/// What is known of a draft: a row of a source that keeps what a person has entered until it is handed on.
public struct Draft: Sendable, Equatable {
    /// What an earlier time left, where nobody has decided about it.
    public internal(set) var offered: JSONText?
    /// Whether it is known what the source has.
    public internal(set) var isKnown = false
    /// Whether the source has a row of it.
    var isKept = false
    /// How many writes the source has not answered, and whether the last of them leaves a row.
    var writes = 0
    var lastLeavesRow = false
    /// Whether what is entered is to be written when the source has answered.
    var isWanted = false
    /// How often another instance had made the row or taken it away first, since what was entered was last due.
    var crossings = 0

    /// Nothing is known yet.
    public init() {}

    /// Whether there is, or may be, a row to be deleted.
    var mayBeKept: Bool { writes > 0 ? lastLeavesRow : isKept }

    /// Takes what is offered, since a person has decided about it.
    public mutating func takeOffered() -> JSONText? {
        defer { offered = nil }
        return offered
    }
}

/// Where drafts of a feature are kept: a row of a source.
public struct DraftPlace: Sendable {
    /// It must be able to insert, update, delete and query.
    public var source: any DataSource
    /// The row's id.
    public var id: String

    /// Names a row.
    public init(source: any DataSource, id: String) {
        self.source = source
        self.id = id
    }

    /// The row of what is entered about something.
    ///
    /// A draft about one row is never offered for another, nor for a feature that is about nothing.
    /// - Parameters:
    ///   - id: the id of the row that the feature is opened about; nil where it is about none.
    ///   - values: what the feature is opened with beside its defaults, without secrets; nil where that is nothing. Only
    ///     a digest of it becomes a part of the id.
    public func about(id: String?, values: String? = nil) -> DraftPlace {
        var place = self
        if let id {
            // Sources bound the length of ids.
            place.id += id.utf8.count <= Self.longestSubject ? ":\(id)" : ":#\(Self.digest(id))"
        } else if let values {
            place.id += "?\(Self.digest(values))"
        }
        return place
    }

    private static var longestSubject: Int { 1_024 }

    /// FNV-1a in 64 bits, in hexadecimal.
    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// What keeps drafts from being kept here; declarations have the place under `draft`.
    public var mistakes: [DeclarationMistake] {
        var mistakes: [DeclarationMistake] = []
        if !source.abilities.isSuperset(of: [.insert, .update, .delete, .query]) {
            mistakes.append(.init(["draft", "source"], "can't keep a draft; name a source that can be changed"))
        }
        if id.isEmpty { mistakes.append(.init(["draft", "id"], "a row's id is not empty")) }
        return mistakes
    }
}

/// What happens to a draft; a feature that keeps one embeds it in its own actions.
public enum DraftEvent: Sendable {
    /// The source has told what it has.
    case fetched(Result<Page, Failure>)
    /// What was entered is to be kept now.
    case due
    /// The source has taken the draft, or given it up.
    case kept(isThere: Bool, Result<Done, Failure>)

    /// What a snapshot's cause calls it.
    public var name: String {
        switch self {
        case .fetched: "draftFetched"
        case .due: "draftDue"
        case .kept: "draftKept"
        }
    }
}
