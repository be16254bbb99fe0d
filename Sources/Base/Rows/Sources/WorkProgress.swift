/// The progress of the work for one answer of a source.
public struct WorkProgress: Sendable, Equatable {
    /// The finished part of the work, from 0 to 1; nil if it is unknown.
    public var fraction: Double?
    /// The current step of the work, for users; nil for no message.
    public var message: String?

    /// Makes a progress.
    public init(fraction: Double? = nil, message: String? = nil) {
        self.fraction = fraction
        self.message = message
    }

    /// Reports the progress of an answer of the case ``SourceAnswer/later(_:)``.
    ///
    /// The closure of the answer reads this value in its own task, and may then call it on any thread. Reports that
    /// follow each other within a short time are conflated. Outside of an effect, reports are ignored.
    ///
    /// ```swift
    /// .later {
    ///     let report = WorkProgress.report
    ///     report(WorkProgress(fraction: 0.5, message: "2 of 4"))
    ///     return .null
    /// }
    /// ```
    @TaskLocal public static var report = ProgressReport { _ in }
}

/// The receiver of the progress of one answer.
///
/// It is a structure, because an optimized program crashes if the value of a task local is a closure.
public struct ProgressReport: Sendable {
    private let receive: @Sendable (WorkProgress) -> Void

    /// Makes a receiver.
    public init(_ receive: @escaping @Sendable (WorkProgress) -> Void) {
        self.receive = receive
    }

    /// Reports the progress; safe on any thread.
    public func callAsFunction(_ progress: WorkProgress) { receive(progress) }
}
