/// Options that all interactive dialogs have.
public struct DialogSettings: Equatable, Sendable {
    /// The question above the dialog; empty for none.
    public var header: String
    /// True to show the keys in a line below the dialog.
    public var showHelp = true
    /// The time in milliseconds after which the dialog ends; nil or 0 for no limit.
    public var timeoutMs: Int?

    /// Makes settings.
    public init(header: String = "", showHelp: Bool = true, timeoutMs: Int? = nil) {
        self.header = header
        self.showHelp = showHelp
        self.timeoutMs = timeoutMs
    }
}

/// A dialog that has no answer if the user cancels it, or if its time has passed.
protocol TimedDialog: Dialog {
    /// The question, which the line that stays shows.
    var title: String { get }
    /// The result; nil until the dialog has ended.
    var result: DialogResult? { get set }
    /// The time that is left.
    var countdown: Countdown { get set }
}

extension TimedDialog {
    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? { countdown.deadline }

    /// Sets the current time in milliseconds.
    public func wake(now: Int) {
        countdown.wake(now)
        if countdown.isOver { result = .timedOut(title) }
    }

    /// Cancels the dialog.
    public func cancel() { result = .cancelled(title) }
}

/// The time that is left for an answer.
struct Countdown {
    private let lengthMs: Int?
    private var end: Int?
    private var now = 0

    init(_ settings: DialogSettings) {
        lengthMs = settings.timeoutMs.flatMap { $0 > 0 ? $0 : nil }
    }

    /// True if the time has passed.
    var isOver: Bool { end.map { now >= $0 } ?? false }

    /// The time of the next change: of the shown seconds, or the end; nil without a limit.
    var deadline: Int? {
        guard let end, !isOver else { return end }
        let left = end - now
        return end - (left - 1) / 1_000 * 1_000
    }

    /// The time left as a text for users; empty without a limit.
    var text: String {
        guard let end else { return "" }
        return "\((max(0, end - now) + 999) / 1_000) s left"
    }

    /// Sets the current time in milliseconds.
    ///
    /// The first call starts the countdown.
    mutating func wake(_ now: Int) {
        self.now = now
        if end == nil, let lengthMs { end = now + min(lengthMs, Int(Int32.max)) }
    }
}
