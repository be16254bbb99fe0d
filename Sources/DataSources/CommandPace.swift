/// When a command that goes on is answered for, in milliseconds of real time.
///
/// Rows are shown as soon as they are printed, but those that are printed together are shown together.
struct CommandPace: Sendable {
    /// After printing nothing for so long, the rows are shown.
    var gather = 250
    /// So long after the first row that was not shown, the rows are shown, whatever is still printed.
    var gatherAtMost = 500
    /// The same for a command that is live.
    var liveGather = 50
    /// The same for a command that is live.
    var liveGatherAtMost = 200
    /// So long after it was started, a command that has shown no row is shown to have none yet.
    var silence = 2_000
    /// After printing nothing for so long, a command without a `timeoutMs` is live.
    var quiet = 2_000
    /// So long after it was started, a command without a `timeoutMs` that has printed nothing at all is live.
    var silentQuiet = 10_000
    /// So long after it was started, a command without a `timeoutMs` that prints little is live, though it is not quiet.
    var trickle = 10_000
    /// Fewer records than that in the time of ``quiet`` are little.
    var trickleCount = 100
}

/// The progress of a run: the records that are shown, and if it is live.
struct CommandProgress: Sendable {
    private let pace: CommandPace
    /// True if it may ever be live; else it is awaited until it ends.
    private let canBeLive: Bool
    private let begin: Int
    private var lastPrint: Int?
    /// When it was last looked at how much is printed, and how many records there were; nil before it matters.
    private var counted: (at: Int, count: Int)?
    /// When the first record was printed that is not shown.
    private var firstHidden: Int?
    /// The number of records that are shown.
    private(set) var shownCount = 0
    /// True if it has shown no row for a while after its begin.
    private(set) var isSilent = false
    /// True if it is awaited no longer: its rows are all there are, until it prints more.
    private(set) var isLive = false

    /// - Parameter now: the present time, in nanoseconds.
    init(_ pace: CommandPace, canBeLive: Bool, now: Int) {
        self.pace = pace
        self.canBeLive = canBeLive
        begin = now
    }

    /// Notes that something was printed.
    ///
    /// - Parameter hasRecords: whether there are records now that are not shown.
    mutating func notePrinted(hasRecords: Bool, now: Int) {
        lastPrint = now
        if hasRecords, firstHidden == nil { firstHidden = now }
    }

    /// Shows what is due.
    ///
    /// - Parameter count: how many records there are.
    /// - Returns: after how many milliseconds something else is due; nil where nothing is before more is printed.
    mutating func advance(count: Int, now: Int) -> Int? {
        var next = Int.max
        /// True if a time has come; if not, it is waited for.
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
