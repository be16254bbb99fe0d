import FHJSON
import FeatureKit

/// An error of an item (a row) in the answer of a peer.
struct RowFlaw: Sendable {
    /// The code of the error, as in the member `problems`.
    let code: String
    /// The error as a phrase that follows the item in messages, such as `is no object`.
    let what: String
    /// The id of the row; nil if the item has no valid id.
    var id: String?
    /// True if the row is shown in spite of the error.
    var isShown = false

    static let notAnObject = RowFlaw(code: "notAnObject", what: "is no object")

    static func tooLong(hasLongID: Bool) -> RowFlaw {
        let what = RowLimits.mistake(id: hasLongID ? .max : 0, text: hasLongID ? 0 : .max)
        return RowFlaw(code: "tooLong", what: what ?? "")
    }

    static func tooDeep(id: String) -> RowFlaw {
        RowFlaw(code: "unsupportedJSON", what: SourceRow.tooDeep, id: id)
    }

    static func invalidVersion(of id: String) -> RowFlaw {
        RowFlaw(code: "invalidVersion", what: "has a version that is no string", id: id, isShown: true)
    }

    static func noID(_ idKey: String) -> RowFlaw {
        RowFlaw(code: "noId", what: "has no id: its \(PeerText.sentence(idKey)) is no integer and no text, or empty")
    }
}

/// The errors in the pages of one load of rows from a peer, by the index of the item.
///
/// A load is the fetch of a query's rows, page by page. The index of an item counts all items of the peer. The offset
/// of a shown row counts only the shown rows, because invalid items are omitted.
struct RemoteFlaws: Sendable {
    private struct Flaw: Sendable {
        let place: Int
        let isShown: Bool
        /// Nil if the error is counted but not listed.
        let problem: RowProblems.Problem?
    }

    /// The errors, sorted by index.
    private var flaws: [Flaw] = []
    private var listedCount = 0
    /// The problems that the peer has reported last, in the member `problems`; nil if it has reported none.
    private var told: RowProblems?
    /// The index at which the page of each cursor begins.
    private var cursors: [ExactText: Int] = [:]
    private var received = 0

    /// Converts the offset of a shown row to the index of an item.
    func place(of offset: Int) -> Int {
        var place = offset
        for flaw in flaws where !flaw.isShown {
            if flaw.place > place { break }
            place += 1
        }
        return place
    }

    /// Returns the index of the item at which the page of a cursor begins.
    mutating func place(behind cursor: String) -> Int {
        let place = cursors[ExactText(cursor)] ?? received
        cursors[ExactText(cursor)] = place
        return place
    }

    /// Records the errors of a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - start: The index of the first item of the page.
    ///   - name: The name of the page in messages.
    /// - Returns: The page with all problems found so far, and with a total count that excludes the omitted items.
    mutating func add(_ page: RemotePage, at start: Int, named name: String) -> Page {
        let end = start + page.itemCount
        received = max(received, end)
        let isReplaced = { (flaw: Flaw) in flaw.place >= start && (flaw.place < end || page.page.endReached) }
        listedCount -= flaws.count { $0.problem != nil && isReplaced($0) }
        flaws.removeAll(where: isReplaced)
        let index = flaws.firstIndex { $0.place >= end } ?? flaws.count
        flaws.insert(
            contentsOf: page.flaws.map { place, flaw in
                let isListed = listedCount < RowProblems.listLimit
                if isListed { listedCount += 1 }
                return Flaw(
                    place: start + place, isShown: flaw.isShown,
                    problem: isListed ? Self.problem(flaw, at: place, of: name) : nil)
            }, at: index)
        told = page.page.problems ?? told
        let hidden = flaws.count { !$0.isShown }
        let total = page.page.totalCount.map { max(page.page.rows.count, $0 - hidden) }
        var whole = Page(
            rows: page.page.rows, nextCursor: page.page.nextCursor, endReached: page.page.endReached,
            totalCount: total, problems: problems)
        whole.columns = page.page.columns
        return whole
    }

    /// All problems found so far; nil if there are none.
    var problems: RowProblems? {
        if flaws.isEmpty { return told }
        var problems = told ?? RowProblems()
        problems.add(flaws.compactMap(\.problem), count: flaws.count)
        return problems
    }

    private static func problem(_ flaw: RowFlaw, at place: Int, of name: String) -> RowProblems.Problem {
        let outcome = flaw.isShown ? "the row is shown without that" : "it is not shown"
        let message = PeerText.sentence("items/\(place) of \(name) \(flaw.what); \(outcome)")
        return RowProblems.Problem(id: flaw.id, code: flaw.code, message: message)
    }
}

/// The errors of the newest loads of a source, by query.
struct RemoteLoads: Sendable {
    enum Query: Hashable {
        case rows(RowQuery)
        case search(String, filter: String?, JSONText?)
    }

    /// The maximum number of loads whose errors are kept.
    private static let limit = 16

    private var loads: [(query: Query, flaws: RemoteFlaws)] = []

    /// The errors of the load with this query; empty if there is none.
    ///
    /// Setting the errors makes this load the newest.
    subscript(query: Query) -> RemoteFlaws {
        get { loads.last { $0.query == query }?.flaws ?? RemoteFlaws() }
        set {
            loads.removeAll { $0.query == query }
            loads.append((query, newValue))
            if loads.count > Self.limit { loads.removeFirst() }
        }
    }
}
