import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The state of a search.
///
/// `Search+Wire.swift` writes it as JSON.
public struct SearchState: Sendable, Equatable {
    enum Status: String, Sendable {
        case idle, debouncing, loading, stalled, success, failed
    }

    /// The rows that the host searches.
    ///
    /// They are absent before the first load, and if the source searches by itself.
    enum Rows: Sendable, Equatable {
        case absent
        /// More rows follow.
        case loading(Corpus)
        case loaded(Corpus)
        case failed
    }

    /// The progress of the host's search.
    enum Scan: Sendable, Equatable {
        /// No search is in progress, or it waits for the first rows.
        case none
        case running
        /// All loaded rows were searched, and more rows follow.
        case waiting(ScanProgress)
        /// More rows have arrived. They are searched after a short delay.
        case due(ScanProgress)
    }

    let title: String
    let prompt: String
    let minLength: Int
    /// True if an empty query shows all rows.
    let showsAll: Bool
    /// The member `columns` as JSON.
    var columns: JSONText
    /// The member `filters` as JSON.
    let filters: JSONText
    /// The declared actions on results.
    let actions: OfferedActions
    var errors = ErrorList()
    /// The problems that the source has found in its rows; nil if there are none.
    var problems: RowProblems?
    /// The failure because of which rows of the source are missing; nil if there was none.
    private(set) var failure: Failure?
    /// True if the source must not answer the next reload from its cache.
    var isFreshWanted = false

    /// The query as typed.
    var query = ""
    var isComposing = false
    /// The query and the filter of the newest search.
    ///
    /// Text that an input method is still composing is not part of the query.
    var asked: Question
    var status = Status.idle

    var rows = Rows.absent
    var scan = Scan.none
    /// A newly loaded corpus, which replaces ``rows`` after it has been searched for the current query and filter.
    var renewed: Corpus?
    var isReloadDue = false
    /// True if the source has changed during a load, so that the rows are to be loaded again afterwards.
    var isReloadWanted = false
    /// True while the request for the shown results is repeated, because the source has changed.
    var isRenewing = false
    /// True if the results are known to be outdated.
    var isOutdated = false

    var results: Results?
    /// The cursor of the next page of results, and the other data about the source's results; nil if the host searches.
    var continuation: SearchAnswer.Continuation?
    var append = LoadStatus.idle
    /// The member `groups` as JSON, encoded when the results or the window change.
    var groups = JSONText.emptyArray
    /// The requested window.
    ///
    /// The shown window is clamped to the number of results.
    var wanted: Window
    /// The position of the active result; nil if no result can be accepted.
    var active: Int?
    /// True if the user has chosen the active result since the query changed.
    var hasMoved = false
    /// The selected rows, regardless of the query.
    var selected = SelectedRows()
    /// The last operation on accepted rows; nil once the operation has succeeded.
    var operation: Operation?
    /// The feature that follows the active result.
    var detail = Pane()
    /// Submitted and accepted queries, newest first.
    var history: [String] = []

    init(_ configuration: SearchConfiguration) {
        title = configuration.title
        prompt = configuration.prompt
        minLength = configuration.minLength
        // A source that searches by itself is never sent an empty query.
        showsAll = configuration.minLength == 0 && !configuration.isAsking
        columns = Column.encode(configuration.columns)
        filters = NamedFilter.encode(configuration.filters)
        actions = OfferedActions(configuration.actions)
        asked = Question(filter: configuration.filter.map { FilterChoice(id: $0) })
        wanted = Window(offset: 0, limit: configuration.pageSize)
    }

    var window: Window { wanted.clamped(to: results?.rows.count ?? 0) }

    /// The positions of the shown results.
    ///
    /// These are fewer than the positions in the window if the results would be too long for one snapshot.
    var shownPlaces: Range<Int> {
        guard let results else { return 0..<0 }
        return results.fitting(window.range.clamped(to: results.rows.indices), with: active)
    }

    /// The number of results that the snapshot omits from the window because of its maximum length; nil if it omits
    /// none.
    var omitted: Int? { window.omitted(shown: shownPlaces.count, of: results?.rows.count ?? 0) }

    var activeRow: SourceRow? { active.flatMap { results?[$0] } }

    /// The rows that the host can search now.
    var corpus: Corpus? {
        switch rows {
        case .absent, .failed: nil
        case .loading(let corpus), .loaded(let corpus): corpus
        }
    }

    /// The operation in progress.
    var performing: RowOperation? { operation?.request.status == .running ? operation?.request : nil }

    /// True while results are pending.
    var isWaiting: Bool { status == .loading || status == .stalled }

    /// True if the results belong to an older query or filter, or if newer results could not be loaded after a change
    /// of the source.
    var isStale: Bool { results.map { $0.question != asked || isOutdated } ?? false }

    /// Returns the query to search for, without white space around it; nil if the typed query is too short.
    func askable(_ query: String) -> String? {
        let trimmed = Question.trimmed(query)
        return trimmed.count < minLength || trimmed.isEmpty && !showsAll ? nil : trimmed
    }

    /// True if there is no query to search for.
    var asksNothing: Bool { asked.query.isEmpty && !showsAll }

    // MARK: Results

    /// Clears the results, because there is no query.
    mutating func clear() {
        status = .idle
        results = nil
        // The problems of a source that searches by itself belong to its results.
        if continuation != nil { errors.show(nil, insteadOf: &problems) }
        continuation = nil
        active = nil
        isOutdated = false
        setWindow(Window(offset: 0, limit: wanted.limit))
    }

    mutating func setWindow(_ window: Window) {
        wanted = window
        encodeGroups()
    }

    /// Shows new results.
    mutating func show(_ new: Results) {
        let isNewQuestion = new.question != results?.question
        let isFollowing = isNewQuestion || active.map { wanted.holds($0) } ?? true
        let kept = hasMoved ? activeRow.flatMap { new.place(of: $0.id) }.flatMap { new.isEnabled($0) ? $0 : nil } : nil
        hasMoved = kept != nil
        results = new
        isOutdated = false
        active = kept ?? new.firstEnabled
        if isNewQuestion { wanted = Window(offset: 0, limit: wanted.limit) }
        // The requested window stays, even if there are not enough results for it yet.
        if isFollowing, active.map({ window.holds($0) }) == false { followActive() }
        encodeGroups()
    }

    /// Shows the problems that the source has found in its rows.
    mutating func show(problemsOf corpus: Corpus) {
        errors.show(corpus.problems, insteadOf: &problems)
    }

    /// Shows the failure because of which rows of a corpus are missing, and removes the error of the previous failure.
    ///
    /// - Parameter operation: the name under which the error is shown and retried: `load` or `search`.
    mutating func show(failureOf corpus: Corpus, of operation: String) {
        defer { failure = corpus.failure }
        guard corpus.failure != failure else { return }
        errors.removeAll(of: operation)
        if let failure = corpus.failure { errors.add(failure, display: .banner, operation: operation) }
    }

    /// Makes a result active, and moves the window so that it contains the result.
    mutating func activate(_ place: Int) {
        let before = shownPlaces
        active = place
        hasMoved = true
        followActive()
        if shownPlaces != before { encodeGroups() }
    }

    mutating func moveActive(by steps: Int) {
        guard let active, let place = results?.place(steps, from: active) else { return }
        activate(place)
    }

    private mutating func followActive() {
        if let active { wanted = window.moved(toShow: active) }
    }

    private mutating func encodeGroups() {
        let shown = results?.groups(in: shownPlaces) ?? .none
        groups = shown.text
        results?.ends.value = shown.ends
    }
}

extension Window {
    fileprivate var range: Range<Int> { offset..<offset + limit }

    fileprivate func holds(_ row: Int) -> Bool { row >= offset && row - offset < limit }

    /// Returns the window moved as little as needed to contain a row.
    fileprivate func moved(toShow row: Int) -> Window {
        Window(offset: min(max(offset, row - limit + 1), row), limit: limit)
    }
}
