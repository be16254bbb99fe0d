import FHTerminalScreen
import Testing

/// Texts on a canvas: nothing is drawn outside of its area, and no half of a wide character is shown.
@Suite struct CanvasTests {
    private static func canvas(_ text: String, x: Int = 0, in area: Rect? = nil) -> Canvas {
        var canvas = Canvas(Size(10, 1))
        canvas.fill(canvas.bounds, with: ".")
        canvas.put(text, at: Point(x, 0), in: area)
        return canvas
    }

    @Test(arguments: [
        ("milk", 0, "milk......"), ("milk", 8, "........mi"), ("milk", -2, "lk........"), ("milk", 10, ".........."),
        ("宿題", 0, "宿題......"), ("宿題", 9, "........."), ("宿題", 7, ".......宿"), ("宿題", -1, " 題......."),
        ("e\u{301}a", 9, ".........e\u{301}"), ("a\u{7}b\u{1B}c", 0, "a·b·c....."), ("a\r\nb\tc", 0, "a⏎b c....."),
        ("a\u{202E}b", 0, "a·b......."),
    ])
    func aTextIsCutAtTheEdges(_ text: String, _ x: Int, _ shown: String) {
        #expect(Self.canvas(text, x: x).text(ofRow: 0) == shown)
    }

    @Test func aTextOutsideOfItsAreaIsNotDrawn() {
        let area = Rect(2, 0, 3, 1)
        #expect(Self.canvas("abcdefgh", in: area).text(ofRow: 0) == "..cde.....")
        #expect(Self.canvas("a宿題宿題", in: area).text(ofRow: 0) == ".. 題.....")
        #expect(Self.canvas("milk", in: Rect(4, 3, 0, 0)).text(ofRow: 0) == "..........")
    }

    @Test func theColumnAfterATextIsReturned() {
        var canvas = Canvas(Size(4, 1))
        let columns = [
            canvas.put("宿題abc", at: Point(1, 0)), canvas.put("abc", at: Point(1, 5)), canvas.put("", at: Point(3, 0)),
        ]
        #expect(columns == [8, 4, 3])
    }

    @Test func halfOfAWideCharacterBecomesABlank() {
        for (x, shown) in [(0, "x 題"), (1, " x題"), (2, "宿x"), (3, "宿 x")] {
            var canvas = Canvas(Size(4, 1))
            canvas.put("宿題", at: Point(0, 0))
            canvas.put("x", at: Point(x, 0))
            #expect(canvas.text(ofRow: 0) == shown)
        }
        var canvas = Canvas(Size(4, 1))
        canvas.put("宿題", at: Point(0, 0))
        canvas.put("宿", at: Point(1, 0))
        #expect(canvas.text(ofRow: 0) == " 宿")
    }

    @Test func aStyleIsChangedAndTheTextIsKept() {
        var canvas = Self.canvas("milk")
        canvas.restyle(Rect(1, 0, 2, 9)) { $0.adding(.bold) }
        let isBold = (0..<4).map { canvas.style(at: Point($0, 0)).attributes.contains(.bold) }
        #expect(isBold == [false, true, true, false] && canvas.text(ofRow: 0) == "milk......")
    }

    @Test func nothingIsDrawnOnAnEmptyCanvas() {
        var canvas = Canvas(Size(0, 0))
        canvas.put("milk", at: Point(0, 0))
        canvas.fill(Rect(-3, -3, 9, 9), with: "x")
        canvas.restyle(Rect(0, 0, 5, 5)) { $0.adding(.dim) }
        #expect(canvas.bounds.isEmpty)
    }

    // MARK: Widths

    @Test(arguments: [
        ("", 0), ("milk", 4), ("宿題", 4), ("e\u{301}", 1), ("🙂", 2), ("❤️", 2), ("🇩🇪", 2), ("👨‍👩‍👧", 2),
        ("한", 2), ("\u{7}", 1), ("ａ", 2), ("\u{200B}", 0),
    ])
    func aTextHasAWidth(_ text: String, _ columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(arguments: [("milk", 2, "mi"), ("宿題", 3, "宿"), ("e\u{301}a", 1, "e\u{301}"), ("ab", 9, "ab"), ("ab", 0, "")])
    func aTextIsCutToAWidth(_ text: String, _ width: Int, _ prefix: String) {
        #expect(TextWidth.prefix(of: text, width: width) == prefix)
    }

    // MARK: Rectangles

    @Test func rectanglesAreSplit() {
        let area = Rect(1, 2, 10, 5)
        #expect(area.splitTop(2).top == Rect(1, 2, 10, 2) && area.splitTop(2).rest == Rect(1, 4, 10, 3))
        #expect(area.splitBottom(9).rest.isEmpty && area.splitBottom(9).bottom == area)
        #expect(area.splitLeft(-1).left.isEmpty && area.splitLeft(3).rest == Rect(4, 2, 7, 5))
        #expect(area.inset(left: 8, right: 8).isEmpty && Rect(0, 0, -1, 3).isEmpty)
        #expect(area.intersection(Rect(20, 20, 5, 5)).isEmpty)
        #expect(area.intersection(Rect(0, 0, 3, 3)) == Rect(1, 2, 2, 1))
    }
}
