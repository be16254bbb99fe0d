import FeatureKit
import JSON

/// What a search remembers.
///
/// What a front end sees of it is written in `Search+Wire.swift`.
public struct SearchState: Sendable, Equatable {
    enum Status: String, Sendable {
        case idle, debouncing, loading, stalled, success, failed
    }

    /// The rows that the host looks through; absent where a source searches by itself.
    enum Rows: Sendable, Equatable {
        case absent
        /// Others are still to come.
        case loading(Corpus)
        case loaded(Corpus)
        case failed
    }

    /// How far the host has come with the question.
    enum Scan: Sendable, Equatable {
        /// There are no rows to look through, or nothing is asked.
        case none
        case running
        /// All rows that there are were looked at, and others are to come.
        case waiting(ScanProgress)
        /// Others have come, which are looked at soon.
        case due(ScanProgress)
    }

    let title: String
    let prompt: String
    let minLength: Int
    /// Whether the empty query is answered too, by all rows.
    let showsAll: Bool
    /// The member `columns`, encoded once.
    var columns: JSONText
    /// The member `filters`, encoded once.
    let filters: JSONText
    /// The member `actions`, encoded once.
    let actions: JSONText
    var errors = ErrorList()
    /// The problems that the source has found in its rows; nil where it has found none.
    var problems: RowProblems?
    /// Why the rows that are searched ended too early; nil where they did not.
    private(set) var failure: Failure?
    /// Whether rows that are loaded anew are to be made anew too, and not only read on.
    var isFreshWanted = false

    /// What was typed.
    var query = ""
    var isComposing = false
    /// What was asked last; what is being composed is not asked.
    var asked: Question
    var status = Status.idle

    var rows = Rows.absent
    var scan = Scan.none
    /// What takes the place of the rows as soon as they are looked through for the question that is answered.
    var renewed: Corpus?
    var isReloadDue = false
    /// Whether the source has told of changes which are to be read when all rows are there.
    var isReloadWanted = false
    /// Whether a source is asked once more for what is shown.
    var isRenewing = false
    /// Whether the results are known to be older than what was asked for.
    var isOutdated = false

    var results: Results?
    /// Where the source's results go on; nil where the host looks for them.
    var continuation: SearchAnswer.Continuation?
    var append = LoadStatus.idle
    /// The member `groups`, encoded when the results or the window change.
    var groups = JSONText.emptyArray
    /// The window that was asked for; what is shown is clamped to the results that there are.
    var wanted: Window
    /// The active result's place; nil only where there is none that can be accepted.
    var active: Int?
    /// Whether a person moved to the active result since the query changed.
    var hasMoved = false
    /// The rows that were selected, whatever the query.
    var selected = SelectedRows()
    /// What a source was asked last to do with rows, as long as it is not known to have been done.
    var operation: Operation?
    /// Queries that were submitted or accepted, the newest first.
    var history: [String] = []

    init(_ configuration: SearchConfiguration) {
        title = configuration.title
        prompt = configuration.prompt
        minLength = configuration.minLength
        // Who searches by itself is never asked for nothing.
        showsAll = configuration.minLength == 0 && !configuration.isAsking
        columns = Column.encode(configuration.columns)
        filters = NamedFilter.encode(configuration.filters)
        actions = SearchConfiguration.Choice.encode(configuration.actions)
        asked = Question(filter: configuration.filter.map { FilterChoice(id: $0) })
        wanted = Window(offset: 0, limit: configuration.pageSize)
    }

    var window: Window { wanted.clamped(to: results?.rows.count ?? 0) }

    /// The results that are shown; fewer than the window has where these would be too long together.
    var shownPlaces: Range<Int> {
        guard let results else { return 0..<0 }
        return results.fitting(window.range.clamped(to: results.rows.indices), with: active)
    }

    /// How many results of the window are left out.
    var omitted: Int? { window.omitted(shown: shownPlaces.count, of: results?.rows.count ?? 0) }

    var activeRow: SourceRow? { active.flatMap { results?[$0] } }

    /// The rows that there are to look through.
    var corpus: Corpus? {
        switch rows {
        case .absent, .failed: nil
        case .loading(let corpus), .loaded(let corpus): corpus
        }
    }

    /// What a source does now with rows that were accepted.
    var performing: Operation? { operation?.status == .running ? operation : nil }

    /// Whether results are on their way.
    var isWaiting: Bool { status == .loading || status == .stalled }

    /// Whether the results answer another question than the one that was asked, or rows that could not be renewed.
    var isStale: Bool { results.map { $0.question != asked || isOutdated } ?? false }

    /// What a typed query asks for; nil where it is too short.
    func askable(_ query: String) -> String? {
        let trimmed = Question.trimmed(query)
        return trimmed.count < minLength || trimmed.isEmpty && !showsAll ? nil : trimmed
    }

    /// Whether there is nothing to search for.
    var asksNothing: Bool { asked.query.isEmpty && !showsAll }

    // MARK: Results

    /// Takes the results away: there is no query.
    mutating func clear() {
        status = .idle
        results = nil
        // Those of a source that searches by itself belong to its results.
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
        // What was wanted and can't be shown yet is wanted still.
        if isFollowing, active.map({ window.holds($0) }) == false { followActive() }
        encodeGroups()
    }

    /// Shows the problems that the source has found in its rows.
    mutating func show(problemsOf corpus: Corpus) {
        errors.show(corpus.problems, insteadOf: &problems)
    }

    /// Shows why the rows that are searched ended too early, unless that was shown already.
    ///
    /// - Parameter operation: what makes them anew.
    mutating func show(failureOf corpus: Corpus, of operation: String) {
        defer { failure = corpus.failure }
        guard corpus.failure != failure else { return }
        errors.removeAll(of: operation)
        if let failure = corpus.failure { errors.add(failure, display: .banner, operation: operation) }
    }

    /// A person moves to a result.
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
        guard let results else { return groups = .emptyArray }
        groups = results.groups(in: shownPlaces)
    }
}

extension Window {
    fileprivate var range: Range<Int> { offset..<offset + limit }

    fileprivate func holds(_ row: Int) -> Bool { row >= offset && row - offset < limit }

    /// The nearest window that holds a row.
    fileprivate func moved(toShow row: Int) -> Window {
        Window(offset: min(max(offset, row - limit + 1), row), limit: limit)
    }
}
