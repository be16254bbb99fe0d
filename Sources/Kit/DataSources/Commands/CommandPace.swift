/// The times at which rows of a running command are shown, in milliseconds of real time.
///
/// A printed row is hidden until it is shown; then pages can contain it. Rows are shown soon after they are printed,
/// and rows that are printed together are shown together. A running command is live if fetches return the rows so far
/// instead of waiting for more.
struct CommandPace: Sendable {
    /// The time without output after which hidden rows are shown.
    var gather = 250
    /// The time after the first hidden row was printed at which hidden rows are shown, even if output continues.
    var gatherAtMost = 500
    /// The value of ``gather`` for a live command.
    var liveGather = 50
    /// The value of ``gatherAtMost`` for a live command.
    var liveGatherAtMost = 200
    /// The time after the start at which a fetch returns an empty page if the command has not printed a row yet.
    var silence = 2_000
    /// The time without further output after which a command without a `timeoutMs` becomes live.
    var quiet = 2_000
    /// The time after the start at which a command without a `timeoutMs` becomes live if it has printed nothing.
    var silentQuiet = 10_000
    /// The time after the start at which a command without a `timeoutMs` becomes live if it prints slowly.
    var trickle = 10_000
    /// The minimum number of records within ``quiet``; a command that prints fewer records counts as slow.
    var trickleCount = 100
}

/// The progress of a run: the number of shown records, and the change to a live run.
struct CommandProgress: Sendable {
    private let pace: CommandPace
    /// True if the run may become live; otherwise fetches wait until there are enough rows or the run ends.
    private let canBeLive: Bool
    private let begin: Int
    private var lastPrint: Int?
    /// The time and the result of the latest count of records; nil before the first count.
    private var counted: (at: Int, count: Int)?
    /// The time of the first record that is not shown yet.
    private var firstHidden: Int?
    /// The number of shown records.
    private(set) var shownCount = 0
    /// True after ``CommandPace/silence`` has passed since the start.
    ///
    /// A fetch that has no rows then returns an empty page.
    private(set) var isSilent = false
    /// True if a fetch returns the rows printed so far, instead of waiting for more.
    private(set) var isLive = false

    /// Starts the progress of a run.
    ///
    /// - Parameters:
    ///   - pace: The pace.
    ///   - canBeLive: True if the run may become live.
    ///   - now: The current time in nanoseconds.
    init(_ pace: CommandPace, canBeLive: Bool, now: Int) {
        self.pace = pace
        self.canBeLive = canBeLive
        begin = now
    }

    /// Records that output has arrived.
    ///
    /// - Parameters:
    ///   - hasRecords: True if there are hidden records.
    ///   - now: The current time in nanoseconds.
    mutating func notePrinted(hasRecords: Bool, now: Int) {
        lastPrint = now
        if hasRecords, firstHidden == nil { firstHidden = now }
    }

    /// Shows the rows that are due.
    ///
    /// - Parameters:
    ///   - count: The number of printed records.
    ///   - now: The current time in nanoseconds.
    /// - Returns: The maximum number of milliseconds until the next call; nil to call again only after new output.
    mutating func advance(count: Int, now: Int) -> Int? {
        var next = Int.max
        /// True if a time is reached; otherwise the next call is scheduled for that time at the latest.
        func isDue(_ time: Int) -> Bool {
            if time > now { next = min(next, time) }
            return time <= now
        }
        if let firstHidden, let lastPrint {
            let quiet = lastPrint + (isLive ? pace.liveGather : pace.gather) * 1_000_000
            let latest = firstHidden + (isLive ? pace.liveGatherAtMost : pace.gatherAtMost) * 1_000_000
            if isDue(min(quiet, latest)) {
                shownCount = count
                self.firstHidden = nil
            }
        }
        if !isSilent { isSilent = isDue(begin + pace.silence * 1_000_000) }
        if canBeLive, !isLive {
            let last = lastPrint.map { $0 + pace.quiet * 1_000_000 } ?? begin + pace.silentQuiet * 1_000_000
            isLive = isDue(last)
            let window = counted?.at ?? begin + (pace.trickle - 2 * pace.quiet) * 1_000_000
            if lastPrint != nil, !isLive, isDue(window + pace.quiet * 1_000_000) {
                isLive = counted.map { count - $0.count < pace.trickleCount } ?? false
                counted = (now, count)
                if !isLive { _ = isDue(now + pace.quiet * 1_000_000) }
            }
        }
        return next == .max ? nil : (next - now + 999_999) / 1_000_000
    }
}
