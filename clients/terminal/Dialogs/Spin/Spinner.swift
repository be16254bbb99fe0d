/// The pictures of a spinner.
public enum Spinner: String, CaseIterable, Sendable {
    case line, dot, minidot, jump, pulse, points, globe, moon, monkey, meter, hamburger

    /// The pictures, in order.
    var pictures: [String] {
        switch self {
        case .line: ["|", "/", "-", "\\"]
        case .dot: ["⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷"]
        case .minidot: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        case .jump: ["⢄", "⢂", "⢁", "⡁", "⡈", "⡐", "⡠"]
        case .pulse: ["█", "▓", "▒", "░"]
        case .points: ["∙∙∙", "●∙∙", "∙●∙", "∙∙●"]
        case .globe: ["🌍", "🌎", "🌏"]
        case .moon: ["🌑", "🌒", "🌓", "🌔", "🌕", "🌖", "🌗", "🌘"]
        case .monkey: ["🙈", "🙈", "🙉", "🙊"]
        case .meter: ["▱▱▱", "▰▱▱", "▰▰▱", "▰▰▰", "▰▰▱", "▰▱▱", "▱▱▱"]
        case .hamburger: ["☱", "☲", "☴", "☲"]
        }
    }

    /// The time in milliseconds for which a picture is shown.
    var intervalMs: Int {
        switch self {
        case .line, .dot, .jump: 100
        case .minidot: 83
        case .pulse, .moon: 125
        case .points, .meter: 143
        case .globe: 250
        case .monkey, .hamburger: 333
        }
    }
}

/// Durations for users.
enum DurationText {
    /// Returns a duration such as `2.1 s` or `3 min 20 s`.
    static func text(ms: Int) -> String {
        let seconds = max(0, ms) / 1_000
        if seconds < 10 { return "\(seconds).\(max(0, ms) % 1_000 / 100) s" }
        return text(seconds: seconds)
    }

    /// Returns a duration in whole seconds.
    static func text(seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
}
