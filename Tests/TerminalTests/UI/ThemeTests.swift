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
        let text = luminance(style.foreground, standard: isDark ? light : .rgb(0, 0, 0))
        let background = luminance(style.background, standard: isDark ? dark : light)
        return (max(text, background) + 0.05) / (min(text, background) + 0.05)
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
