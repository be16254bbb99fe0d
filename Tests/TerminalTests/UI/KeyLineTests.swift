import FHTerminalScreen
import Testing

@testable import FHTerminalUI

/// The line of keys in narrow terminals.
@Suite struct KeyLineTests {
    private static func binding(_ action: KeyAction, title: String) -> Binding { Binding(action, title) {} }

    private static var list: KeyGroups {
        KeyGroups(
            place: [binding(.listOpen, title: "Open"), binding(.listTick, title: "Tick")],
            feature: [binding(.back, title: "Back")],
            program: [
                binding(.help, title: "Help"), binding(.actions, title: "Actions"), binding(.quit, title: "Quit"),
            ])
    }

    private static func line(_ groups: KeyGroups, width: Int) -> String {
        var painter = Painter(Canvas(Size(width, 1)), theme: Theme(), memory: Memory(), focus: nil) { _ in }
        KeyLine(groups).draw(&painter, in: painter.canvas.bounds)
        return painter.canvas.text(ofRow: 0)
    }

    @Test(arguments: [
        (56, "⏎ open   x tick   esc back   ? help   : actions   q quit"),
        (55, "⏎ open   esc back   ? help   : actions   q quit"), (46, "⏎ open   esc back   ? help   : actions"),
        (37, "⏎ open   esc back   ? help"), (25, "esc back   ? help"), (16, "? help"), (4, "? he"),
    ])
    func theHelpStaysInANarrowLine(_ width: Int, _ shown: String) {
        #expect(Self.line(Self.list, width: width) == shown)
    }

    @Test func escapeStaysInAPopup() {
        let popup = KeyGroups(
            feature: [Self.binding(.back, title: "Close")],
            program: [Self.binding(.quit, title: "Quit")])
        #expect(Self.line(popup, width: 12) == "esc close")
    }
}
