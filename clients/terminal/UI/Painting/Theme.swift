import FHTerminalScreen

/// The styles of the parts of a screen.
///
/// There is one accent colour. Only sheets, questions and popups have frames, and secondary information has less
/// contrast. Each meaning of a colour is also given by a sign or a word.
public struct Theme: Sendable {
    /// Text.
    public var text = Style.plain
    /// Text of less importance, such as values beside a title.
    public var detail = Style.plain
    /// Labels, hints and headings.
    public var faint = Style(.dim)
    /// Titles.
    public var title = Style(.bold)
    /// The most important parts, such as the primary button, the prompt of a text field and selected rows.
    public var accent = Style(.bold)
    /// Matches of a query.
    public var match = Style([.bold, .underline])
    /// Errors.
    public var error = Style(.bold)
    /// Warnings and conflicts.
    public var warning = Style.plain
    /// Something that has succeeded.
    public var success = Style.plain
    /// Borders and rules.
    public var border = Style(.dim)
    /// The background of the active row; nil to draw it in reverse.
    public var activeBackground: Colour?
    /// The background of a field; nil to underline it.
    public var fieldBackground: Colour?
    /// The background of the field with the cursor; nil to underline it.
    public var focusBackground: Colour?

    /// Makes the theme without colours.
    public init() {}

    /// Makes the theme for a terminal.
    ///
    /// - Parameters:
    ///   - colours: the colours that the terminal shows.
    ///   - isDark: true if the background of the terminal is dark.
    ///   - background: the background of the terminal, from which the other backgrounds are mixed; nil if unknown.
    ///   - changes: the colours that replace colours of the theme; they are ignored on a terminal without colours.
    public init(
        _ colours: Capabilities.Colours, isDark: Bool, background: RGB? = nil, changes: [ThemeRole: Colour] = [:]
    ) {
        self.init()
        switch colours {
        case .none: return
        case .eight, .sixteen: setSixteen()
        case .indexed: set(isDark ? ThemeColours.dark256 : ThemeColours.light256)
        case .direct:
            set(isDark ? ThemeColours.dark : ThemeColours.light)
            if let background { setBackgrounds(over: background, isDark: isDark) }
        }
        // Matches have the colour of accents, unless they have one of their own.
        if let accent = changes[.accent] { set(.match, accent) }
        for (role, colour) in changes { set(role, colour) }
    }

    private mutating func set(_ role: ThemeRole, _ colour: Colour) {
        switch role {
        case .text: text.foreground = colour
        case .detail: detail.foreground = colour
        case .faint: faint = Style(foreground: colour)
        case .title: title.foreground = colour
        case .accent: accent.foreground = colour
        case .match: match.foreground = colour
        case .error: error.foreground = colour
        case .warning: warning.foreground = colour
        case .success: success.foreground = colour
        case .border: border = Style(foreground: colour)
        case .active: activeBackground = colour
        case .field: fieldBackground = colour
        case .focus: focusBackground = colour
        }
    }

    /// Mixes the backgrounds of rows and fields, so that they differ from the background of any terminal.
    private mutating func setBackgrounds(over background: RGB, isDark: Bool) {
        let (active, field, focus) = isDark ? (11, 6, 13) : (11, 5, 13)
        activeBackground = background.mixed(isDark: isDark, percent: active)
        fieldBackground = background.mixed(isDark: isDark, percent: field)
        focusBackground = background.mixed(isDark: isDark, percent: focus)
    }

    private mutating func setSixteen() {
        accent = Style(foreground: .palette(6), .bold)
        match = Style(foreground: .palette(6), [.bold, .underline])
        error = Style(foreground: .palette(1), .bold)
        warning = Style(foreground: .palette(3))
        success = Style(foreground: .palette(2))
    }

    private mutating func set(_ palette: ThemeColours) {
        detail = Style(foreground: palette.detail)
        faint = Style(foreground: palette.faint)
        accent = Style(foreground: palette.accent, .bold)
        match = Style(foreground: palette.accent, [.bold, .underline])
        error = Style(foreground: palette.error)
        warning = Style(foreground: palette.warning)
        success = Style(foreground: palette.success)
        border = Style(foreground: palette.border)
        activeBackground = palette.active
        fieldBackground = palette.field
        focusBackground = palette.focus
    }

    /// Returns a style changed for the active row or button.
    public func active(_ style: Style) -> Style {
        guard let activeBackground else { return style.adding(.reverse) }
        var style = style
        // Faint text has too little contrast with this background.
        if style.foreground == faint.foreground { style.foreground = detail.foreground }
        return style.on(activeBackground).adding(.bold)
    }

    /// Returns the style for hints and signs that have less importance than the text around them.
    ///
    /// - Parameter style: the style of the text around them. On the background of the active row or of the field with
    ///   the cursor, faint text has too little contrast.
    public func faint(on style: Style) -> Style {
        let isStrong = [activeBackground, focusBackground].contains(style.background)
        return (isStrong ? detail : faint).on(style.background).adding(style.attributes)
    }

    /// Returns the style for the text of a field.
    public func field(isFocused: Bool) -> Style {
        guard let background = isFocused ? focusBackground : fieldBackground else { return text.adding(.underline) }
        return text.on(background)
    }
}

/// A colour of a terminal with 24-bit colours.
public struct RGB: Equatable, Sendable {
    /// The parts of the colour.
    public let red, green, blue: UInt8

    /// Makes a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Returns the colour mixed with white if it is dark, otherwise with black.
    fileprivate func mixed(isDark: Bool, percent: Int) -> Colour {
        let other = isDark ? 255 : 0
        func mix(_ part: UInt8) -> UInt8 { UInt8(Int(part) + (other - Int(part)) * percent / 100) }
        return .rgb(mix(red), mix(green), mix(blue))
    }
}

/// A part of a theme with a colour of its own; the raw value is the part's name in the configuration.
public enum ThemeRole: String, CaseIterable, Hashable, Sendable {
    case text, detail, faint, title, accent, match, error, warning, success, border
    /// The background of the active row.
    case active = "active-background"
    /// The background of a field.
    case field = "field-background"
    /// The background of the field with the cursor.
    case focus = "focus-background"

    /// Returns the colour of the part on a terminal with 24-bit colours.
    public func colour(isDark: Bool) -> Colour {
        let colours = isDark ? ThemeColours.dark : ThemeColours.light
        return switch self {
        case .text, .title: .standard
        case .detail: colours.detail
        case .faint: colours.faint
        case .accent, .match: colours.accent
        case .error: colours.error
        case .warning: colours.warning
        case .success: colours.success
        case .border: colours.border
        case .active: colours.active
        case .field: colours.field
        case .focus: colours.focus
        }
    }
}

/// The colours of a theme.
///
/// The texts have a contrast of at least 4.5 to 1 with the background of a dark or a light terminal.
private struct ThemeColours {
    let detail, faint, accent, error, warning, success, border, active, field, focus: Colour

    static let dark = ThemeColours(
        detail: .rgb(0xB8, 0xBF, 0xC9), faint: .rgb(0x8B, 0x94, 0xA1), accent: .rgb(0x6C, 0xC4, 0xF5),
        error: .rgb(0xFF, 0x8A, 0x80), warning: .rgb(0xF2, 0xC0, 0x63), success: .rgb(0x7F, 0xD1, 0x9B),
        border: .rgb(0x55, 0x5D, 0x69), active: .rgb(0x2B, 0x35, 0x42), field: .rgb(0x22, 0x27, 0x2E),
        focus: .rgb(0x30, 0x3A, 0x46))
    static let light = ThemeColours(
        detail: .rgb(0x3F, 0x46, 0x50), faint: .rgb(0x62, 0x6A, 0x75), accent: .rgb(0x00, 0x5F, 0xA8),
        error: .rgb(0xB3, 0x1D, 0x1D), warning: .rgb(0x80, 0x55, 0x00), success: .rgb(0x1B, 0x6E, 0x3C),
        border: .rgb(0xB9, 0xC0, 0xC9), active: .rgb(0xDC, 0xE8, 0xF4), field: .rgb(0xF0, 0xF2, 0xF5),
        focus: .rgb(0xDF, 0xE6, 0xEE))
    static let dark256 = ThemeColours(
        detail: .palette(250), faint: .palette(245), accent: .palette(117), error: .palette(210),
        warning: .palette(221), success: .palette(114), border: .palette(240), active: .palette(237),
        field: .palette(235), focus: .palette(238))
    static let light256 = ThemeColours(
        detail: .palette(238), faint: .palette(242), accent: .palette(25), error: .palette(124),
        warning: .palette(94), success: .palette(22), border: .palette(250), active: .palette(254),
        field: .palette(255), focus: .palette(253))
}
