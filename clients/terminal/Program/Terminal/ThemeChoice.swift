import FHTerminalScreen
import FHTerminalUI

/// The choice between the theme for dark terminals and the one for light terminals.
struct ThemeChoice {
    private let colours: Capabilities.Colours
    private let configuration: ThemeConfiguration
    private var isDark: Bool
    /// The background that the terminal has reported; nil if it has not, or if the other theme was chosen.
    private var background: RGB?
    /// True if the user has chosen, so that the answer of the terminal is ignored.
    private var isChosen = false

    /// Begins with a guess, until the terminal answers.
    ///
    /// - Parameters:
    ///   - configuration: the colours that the user has configured, and possibly the choice.
    ///   - hint: the variable `COLORFGBG`, such as `15;0`, which some terminals set.
    init(_ colours: Capabilities.Colours, _ configuration: ThemeConfiguration = ThemeConfiguration(), hint: String?) {
        self.colours = colours
        self.configuration = configuration
        guard configuration.mode == .auto else {
            isDark = configuration.mode == .dark
            isChosen = true
            return
        }
        let background = hint?.split(separator: ";").last.flatMap { Int($0) }
        // Of the 16 colours, white (7) and the bright ones except grey (8) are light.
        isDark = background.map { $0 < 7 || $0 == 8 } ?? true
    }

    var theme: Theme {
        Theme(colours, isDark: isDark, background: background, changes: configuration.changes(isDark: isDark))
    }

    /// Follows the background colour of the terminal.
    mutating func update(red: UInt8, green: UInt8, blue: UInt8) {
        // The brightness of a colour on a screen (ITU-R BT.601).
        let isDark = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) < 128_000
        if isChosen, isDark != self.isDark { return }
        self.isDark = isDark
        background = RGB(red: red, green: green, blue: blue)
    }

    /// Chooses the other theme.
    mutating func toggle() {
        isDark.toggle()
        isChosen = true
        background = nil
    }
}
