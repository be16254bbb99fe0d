import FHJSON

/// Work of the host that the user waits for.
struct Work {
    /// A name that stays the same while the words change.
    let id: String
    /// The words.
    let text: String

    /// Names work by its words.
    init(_ text: String) { self.init(id: text, text) }

    /// Names work whose words change, such as its progress.
    init(id: String, _ text: String) {
        self.id = id
        self.text = text
    }
}

/// The wait for work of the host, and the lines about this work.
///
/// A line waits until the work that the line before it has begun is over. The dialog says what it waits for after a
/// second, and again when the words have changed, but not more often than every two seconds.
struct WorkNotice {
    /// The time in milliseconds after which work is mentioned; most work ends earlier.
    static let delayMs = 1_000
    /// The least time in milliseconds between two lines about work.
    static let pauseMs = 2_000
    /// The time in milliseconds after which the user may type although the work is not over.
    static let patienceMs = 5_000
    /// The time in milliseconds after which lines that were typed in advance are taken although the work is not over.
    static let longestMs = 600_000

    private var since: Int?
    private var said: (text: String, time: Int)?
    /// True if the words have changed, and are said after the pause.
    private var isChanged = false
    /// True if the dialog has stopped waiting, until the next line.
    private var hasGivenUp = false
    /// The work for which the dialog has stopped waiting, until it is over.
    private var abandoned: String?

    /// Begins to wait for the effects of a line.
    mutating func begin() {
        end()
        hasGivenUp = false
    }

    private mutating func end() { (since, said, isChanged) = (nil, nil, false) }

    /// Records the work of this moment.
    ///
    /// - Parameters:
    ///   - work: the work; nil if none runs.
    ///   - isUnanswered: true if the host has not answered yet.
    ///   - hasLines: true if lines wait that were typed in advance.
    /// - Returns: true if the dialog has to wait, and the line that it has to say; nil for none.
    mutating func update(
        _ work: Work?, isUnanswered: Bool, hasLines: Bool, now: Int
    ) -> (waits: Bool, line: String?) {
        if !isSameText(work?.id, abandoned) { abandoned = nil }
        let running = (abandoned == nil ? work : nil) ?? (isUnanswered ? Work("Waiting for the host…") : nil)
        guard let running, !hasGivenUp else {
            end()
            return (false, nil)
        }
        let start = since ?? now
        since = start
        if now - start >= (hasLines ? Self.longestMs : Self.patienceMs) {
            end()
            hasGivenUp = true
            abandoned = work?.id
            return (false, "This takes long. You can type meanwhile; show says the newest state.")
        }
        isChanged = said.map { !isSameText($0.text, running.text) } ?? true
        let isDue = said.map { now - $0.time >= Self.pauseMs } ?? (now - start >= Self.delayMs)
        guard isChanged, isDue else { return (true, nil) }
        said = (running.text, now)
        isChanged = false
        return (true, running.text)
    }

    /// The time at which the work has to be recorded again even without a message of the host; nil if the dialog does
    /// not wait.
    func deadline(hasLines: Bool) -> Int? {
        guard let since else { return nil }
        let end = since + (hasLines ? Self.longestMs : Self.patienceMs)
        guard isChanged else { return end }
        return min(end, said.map { $0.time + Self.pauseMs } ?? since + Self.delayMs)
    }
}
