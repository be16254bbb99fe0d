import FHTerminalScreen

/// The colour of a badge, determined by the badge's word.
///
/// The word is always drawn, and an urgent one in bold, so that the meaning does not depend on the colour.
enum Tone {
    case urgent, warning, good, neutral

    private static let urgentWords: Set<String> = [
        "blocked", "blocker", "critical", "danger", "down", "error", "failed", "failing", "failure", "fatal", "high",
        "overdue", "rejected", "urgent",
    ]
    private static let warningWords: Set<String> = [
        "delayed", "degraded", "held", "hold", "late", "medium", "paused", "pending", "returned", "stalled", "waiting",
        "warn", "warning",
    ]
    private static let goodWords: Set<String> = [
        "active", "approved", "closed", "complete", "completed", "delivered", "done", "healthy", "merged", "ok",
        "passed", "ready", "running", "success", "up",
    ]

    /// Determines the tone of a badge's word.
    init(_ word: String) {
        let word = word.lowercased()
        if Self.urgentWords.contains(word) {
            self = .urgent
        } else if Self.warningWords.contains(word) {
            self = .warning
        } else {
            self = Self.goodWords.contains(word) ? .good : .neutral
        }
    }

    /// Returns the style of a badge.
    func style(_ theme: Theme) -> Style {
        switch self {
        // The colour of errors would read as a fault of the program.
        case .urgent: theme.warning.adding(.bold)
        case .warning: theme.warning
        case .good: theme.success
        case .neutral: theme.detail
        }
    }
}
