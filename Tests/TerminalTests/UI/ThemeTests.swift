import FHTerminalScreen
import FHTerminalUI
import Foundation
import Testing

/// The contrast of the colours of themes, as WCAG defines it.
@Suite struct ThemeTests {
    private static let least = 4.5
    private static let dark = Colour.rgb(0x1E, 0x1E, 0x1E)
    private static let light = Colour.rgb(0xFF, 0xFF, 0xFF)

    /// Returns the red, green and blue parts of a colour from 16 on of xterm's palette, or of another colour.
    private static func parts(_ colour: Colour, standard: Colour) -> [Double] {
        switch colour {
        case .standard: return parts(standard, standard: standard)
        case .rgb(let red, let green, let blue): return [red, green, blue].map(Double.init)
        case .palette(let number):
            let place = Int(number) - 16
            if place >= 216 { return Array(repeating: Double(8 + 10 * (place - 216)), count: 3) }
            return [place / 36, place / 6 % 6, place % 6].map { $0 == 0 ? 0 : Double(55 + 40 * $0) }
        }
    }

    private static func luminance(_ colour: Colour, standard: Colour) -> Double {
        let parts = parts(colour, standard: standard).map { part in
            part <= 10 ? part / 255 / 12.92 : pow((part / 255 + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func contrast(_ style: Style, isDark: Bool) -> Double {
        contrast(style.foreground, style.background, standard: (isDark ? light : .rgb(0, 0, 0), isDark ? dark : light))
    }

    /// - Parameter standard: the text and the background of the terminal.
    private static func contrast(
        _ text: Colour, _ background: Colour, standard: (text: Colour, background: Colour)
    ) -> Double {
        let a = luminance(text, standard: standard.text)
        let b = luminance(background, standard: standard.background)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    @Test(arguments: [true, false], [Capabilities.Colours.direct, .indexed])
    func textsCanBeRead(_ isDark: Bool, _ colours: Capabilities.Colours) {
        let theme = Theme(colours, isDark: isDark)
        let styles = [
            "text": theme.text, "detail": theme.detail, "faint": theme.faint, "accent": theme.accent,
            "match": theme.match, "error": theme.error, "warning": theme.warning, "success": theme.success,
        ]
        for (name, style) in styles {
            #expect(Self.contrast(style, isDark: isDark) >= Self.least, "\(name)")
            #expect(Self.contrast(theme.active(style), isDark: isDark) >= Self.least, "\(name) in the active row")
        }
        for isFocused in [true, false] {
            #expect(Self.contrast(theme.field(isFocused: isFocused), isDark: isDark) >= Self.least)
        }
    }

    /// Backgrounds of terminals: Nord, Solarized dark, gruvbox, Dracula, black; Solarized light, gruvbox light, white.
    @Test(arguments: [
        (0x2E3440, true), (0x002B36, true), (0x282828, true), (0x282A36, true), (0x000000, true), (0xFDF6E3, false),
        (0xFBF1C7, false), (0xFFFFFF, false),
    ])
    func rowsAndFieldsDifferFromAnyBackground(_ number: Int, isDark: Bool) {
        let parts = [16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
        let own = Colour.rgb(parts[0], parts[1], parts[2])
        let theme = Theme(.direct, isDark: isDark, background: RGB(red: parts[0], green: parts[1], blue: parts[2]))
        let standard = (text: isDark ? Self.light : .rgb(0, 0, 0), background: own)
        func contrast(_ a: Colour, _ b: Colour) -> Double { Self.contrast(a, b, standard: standard) }
        #expect(contrast(theme.active(theme.text).background, own) >= 1.2)
        #expect(contrast(theme.field(isFocused: true).background, own) >= 1.25)
        #expect(contrast(theme.field(isFocused: false).background, own) >= 1.08)
        let active = theme.active(theme.faint)
        #expect(contrast(active.foreground, active.background) >= Self.least)
        let hint = theme.faint(on: theme.field(isFocused: true))
        #expect(contrast(hint.foreground, hint.background) >= 4.2)
    }

    @Test func hintsCanBeReadInTheFieldWithTheCursor() {
        for isDark in [true, false] {
            let theme = Theme(.direct, isDark: isDark)
            #expect(Self.contrast(theme.faint(on: theme.field(isFocused: true)), isDark: isDark) >= Self.least)
        }
    }

    @Test func withoutColoursAttributesMakeTheDifference() {
        let theme = Theme(.none, isDark: true)
        let styles = [theme.text, theme.faint, theme.title, theme.match, theme.active(theme.text)]
        #expect(styles.allSatisfy { $0.foreground == .standard && $0.background == .standard })
        #expect(Set(styles).count == styles.count)
    }

    @Test func aKeySwitchesBetweenLightAndDark() {
        let stage = FakeStage("list", States.list(["activeId": "1"]), ["moveActive"])
        var isDark = true
        stage.app.toggleTheme = {
            isDark.toggle()
            stage.app.theme = Theme(.direct, isDark: isDark)
        }
        stage.press("ctrl+t")
        let light = stage.style(of: "Renew")
        stage.press("ctrl+t")
        #expect(stage.style(of: "Renew") != light && isDark)
    }
}
