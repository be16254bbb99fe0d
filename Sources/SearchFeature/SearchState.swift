import FeatureKit
import JSON

/// What a search remembers.
///
/// What a front end sees of it is written in `Search+Wire.swift`.
public struct SearchState: Sendable, Equatable {
    enum Status: String, Sendable {
        case idle, debouncing, loading, stalled, success, failed
    }

    /// The rows that are searched.
    enum Rows: Sendable, Equatable {
        case absent
        case loading(pages: [RowBatch], next: FetchRequest.Start)
        case indexing
        case loaded(Corpus)
        case failed
    }

    let title: String
    let prompt: String
    /// The member `columns`, encoded once.
    var columns: JSONText
    var rows = Rows.absent
    var errors = ErrorList()

    /// What was typed.
    var query = ""
    var isComposing = false
    /// The query that was asked for last, without the white space around it.
    ///
    /// What is being composed is not asked for.
    var asked = ""
    var status = Status.idle

    private(set) var results: Results?
    /// The member `groups`, encoded when the results or the window change.
    private(set) var groups = JSONText.emptyArray
    /// The window that was asked for; what is shown is clamped to the results that there are.
    private var wanted: Window
    /// The active result's place; nil only where there are no results.
    private var active: Int?
    /// Whether a person moved to the active result since the query changed.
    var hasMoved = false

    init(_ configuration: SearchConfiguration) {
        title = configuration.title
        prompt = configuration.prompt
        columns = Column.encode(configuration.columns)
        wanted = Window(offset: 0, limit: configuration.pageSize)
    }

    var window: Window { wanted.clamped(to: results?.rows.count ?? 0) }

    var activeRow: SourceRow? { active.flatMap { results?[$0] } }

    /// Whether results are on their way.
    var isWaiting: Bool { status == .loading || status == .stalled }

    /// Whether the results answer another query than the one that was asked for, or rows that could not be renewed.
    var isStale: Bool { results.map { $0.query != asked || rows == .failed } ?? false }

    /// Whether the results say all there is to say about the query that was asked for.
    var isAnswered: Bool { results.map { $0.query == asked && $0.isComplete && rows == .loaded($0.corpus) } ?? false }

    /// Takes the results away: there is no query.
    mutating func clear() {
        status = .idle
        results = nil
        active = nil
        setWindow(Window(offset: 0, limit: wanted.limit))
    }

    mutating func setWindow(_ window: Window) {
        wanted = window
        encodeGroups()
    }

    /// Shows new results.
    mutating func show(_ new: Results) {
        let isNewQuery = new.query != results?.query
        let isFollowing = isNewQuery || active.map { window.range.contains($0) } ?? true
        let kept = hasMoved ? activeRow.flatMap { new.place(of: $0.id) } : nil
        hasMoved = kept != nil
        results = new
        active = kept ?? (new.rows.isEmpty ? nil : 0)
        if isNewQuery { wanted = Window(offset: 0, limit: wanted.limit) }
        if isFollowing { followActive() }
        encodeGroups()
    }

    /// A person moves to a result.
    mutating func activate(_ place: Int) {
        active = place
        hasMoved = true
        let before = window
        followActive()
        if window != before { encodeGroups() }
    }

    mutating func moveActive(by steps: Int) {
        guard let active, let results else { return }
        let last = results.rows.count - 1
        let (sum, overflow) = active.addingReportingOverflow(steps)
        activate(overflow ? (steps > 0 ? last : 0) : min(max(sum, 0), last))
    }

    private mutating func followActive() {
        if let active { wanted = window.moved(toShow: active) }
    }

    private mutating func encodeGroups() {
        guard let results else { return groups = .emptyArray }
        groups = results.groups(in: window.range.clamped(to: results.rows.indices))
    }
}

extension Window {
    fileprivate var range: Range<Int> { offset..<offset + limit }

    /// The nearest window that holds a row.
    fileprivate func moved(toShow row: Int) -> Window {
        Window(offset: min(max(offset, row - limit + 1), row), limit: limit)
    }
}
