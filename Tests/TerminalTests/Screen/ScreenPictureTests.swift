import FHTerminalScreen
import Testing

/// Pictures of frames as SVG documents.
@Suite struct ScreenPictureTests {
    private static func svg(
        _ title: String = "A title", isDark: Bool = true, _ draw: (inout Canvas) -> Void
    ) -> String {
        var canvas = Canvas(Size(30, 3))
        draw(&canvas)
        return ScreenPicture(of: canvas, title: title, isDark: isDark).svg
    }

    /// Returns the elements of a picture that contain a text.
    private static func elements(_ svg: String, with text: String) -> [String] {
        svg.split(separator: "\n").map(String.init).filter { $0.contains(text) && !$0.contains("<desc") }
    }

    @Test func aTextIsAtThePlaceOfItsCellsAndAsWide() {
        let svg = Self.svg { $0.put("Buy  some milk", at: Point(2, 1)) }
        #expect(Self.elements(svg, with: ">Buy<").first?.contains(#"x="18" y="35" textLength="27""#) == true)
        #expect(Self.elements(svg, with: ">some milk<").first?.contains(#"x="63" y="35" textLength="81""#) == true)
    }

    @Test func aCharacterWithAnotherWidthInSomeFontsIsATextOfItsOwn() {
        let svg = Self.svg { $0.put("a宿b👨‍👩‍👧c", at: Point(0, 0)) }
        for (text, x, width) in [("a", 0, 9), ("宿", 9, 18), ("b", 27, 9), ("👨‍👩‍👧", 36, 18), ("c", 54, 9)] {
            let found = Self.elements(svg, with: ">\(text)<")
            #expect(found.first?.contains(#"x="\#(x)" y="15" textLength="\#(width)""#) == true, "\(text)")
        }
    }

    @Test func neighbouringRulesAreOneLine() {
        let svg = Self.svg { $0.put("╭───╮", at: Point(1, 0)) }
        #expect(Self.elements(svg, with: "M18 10.5h27").count == 1)
        #expect(!svg.contains(">─<") && !svg.contains(">╭<"))
    }

    @Test func attributesChangeTheLook() {
        let colour = Colour.rgb(1, 2, 0xFE)
        let svg = Self.svg { canvas in
            canvas.put("bold", at: Point(0, 0), Style(foreground: colour, .bold))
            canvas.put("dim", at: Point(10, 0), Style(.dim))
            canvas.put("under line", at: Point(0, 1), Style(foreground: colour, .underline))
            canvas.put("struck", at: Point(20, 1), Style(.strikethrough))
            canvas.put("back", at: Point(0, 2), Style(background: colour))
            canvas.put("turned", at: Point(10, 2), Style(foreground: colour, background: .palette(196), .reverse))
        }
        #expect(Self.elements(svg, with: ">bold<").first?.contains(##"fill="#0102fe" font-weight="700""##) == true)
        #expect(Self.elements(svg, with: ">dim<").first?.contains(#"fill-opacity=".55""#) == true)
        #expect(Self.elements(svg, with: "M0 37.5h90").first?.contains(##"stroke="#0102fe""##) == true)
        #expect(Self.elements(svg, with: "M180 30.5h54").count == 1)
        #expect(Self.elements(svg, with: "M0 40h36v20H0z").first?.contains(##"fill="#0102fe""##) == true)
        #expect(Self.elements(svg, with: "M90 40h54v20H90z").first?.contains(##"fill="#0102fe""##) == true)
        #expect(Self.elements(svg, with: ">turned<").first?.contains(##"fill="#ff0000""##) == true)
    }

    @Test func textsAreNoMarkup() {
        let svg = Self.svg("</title>&\u{1B}") { $0.put("<b>\"a\" & b</b>\u{FFFE}", at: Point(0, 0)) }
        #expect(svg.contains("&lt;b&gt;&quot;a&quot; &amp; b&lt;/b&gt;"))
        #expect(svg.contains("<title id=\"title\">&lt;/title&gt;&amp;·</title>"))
        #expect(!svg.contains("<b>") && !svg.contains("\u{1B}") && !svg.unicodeScalars.contains("\u{FFFE}"))
    }

    @Test func theDescriptionHasTheTextOfTheScreen() {
        let svg = Self.svg { $0.put("Buy milk", at: Point(2, 1)) }
        #expect(svg.contains("A terminal with 30 columns and 3 rows:\n\n  Buy milk\n</desc>"))
    }

    @Test func theCursorIsDrawn() {
        let svg = Self.svg { $0.cursor = Point(3, 2) }
        #expect(svg.contains("M27 42h2v16h-2z"))
        #expect(!Self.svg { _ in }.contains("h2v16h-2z"))
    }

    @Test func theSameFrameGivesTheSameBytes() {
        let draw: (inout Canvas) -> Void = { canvas in
            canvas.put("one ── two", at: Point(0, 0), Style(.bold))
            canvas.put("three │ four", at: Point(0, 1), Style(foreground: .palette(3)))
        }
        #expect(Self.svg { draw(&$0) } == Self.svg { draw(&$0) })
        #expect(Self.svg { draw(&$0) } != Self.svg(isDark: false) { draw(&$0) })
    }
}
