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
        (37, "⏎ open   esc back   ? help   q quit"), (34, "⏎ open   esc back   ? help"), (25, "esc back   ? help"),
        (16, "⏎ open   ? help"), (14, "? help"), (4, "? he"),
    ])
    func theHelpStaysInANarrowLine(_ width: Int, _ shown: String) {
        #expect(Self.line(Self.list, width: width) == shown)
    }

    private static var form: KeyGroups {
        KeyGroups(
            place: [binding(.press, title: "Choose")],
            feature: [
                binding(.nextError, title: "Next error"), binding(.finish, title: "Submit"),
                binding(.back, title: "Back"),
            ], program: [binding(.help, title: "Help"), binding(.quit, title: "Quit")])
    }

    @Test(arguments: [
        (75, "⏎ choose   ctrl+g next error   ctrl+s submit   esc back   ? help   q quit"),
        (72, "⏎ choose   ctrl+g next error   ctrl+s submit   esc back   ? help"),
        (48, "⏎ choose   ctrl+s submit   esc back   ? help"), (42, "ctrl+s submit   esc back   ? help   q quit"),
        (41, "ctrl+s submit   esc back   ? help"), (30, "ctrl+s submit   ? help"), (21, "ctrl+s submit"),
    ])
    func theKeyThatSubmitsStaysLongest(_ width: Int, _ shown: String) {
        #expect(Self.line(Self.form, width: width) == shown)
    }

    @Test func usefulKeysStayInAnUsualTerminal() {
        let keys: [KeyAction] = [
            .listDown, .listOpen, .listTick, .listSelect, .listFilter, .listFilters, .listSort, .listUndo, .listRedo,
        ]
        let groups = KeyGroups(
            place: keys.map { Self.binding($0, title: String($0.name)) },
            feature: [Self.binding(.skipStep, title: "Skip the step"), Self.binding(.back, title: "Back")],
            program: Self.list.program)
        let line = Self.line(groups, width: 80)
        for key in ["/ filter", "u undo", "U redo", "f5 skip the step", "esc back", "? help"] {
            #expect(line.contains(key), "\(line)")
        }
    }

    @Test func aShorterKeyIsShownWhereALongerOneDoesNotFit() {
        let place = [("First", KeyAction.listOpen), ("A long title", .listTick), ("All", .listSelectAll)]
        let groups = KeyGroups(place: place.map { Self.binding($1, title: $0) })
        #expect(Self.line(groups, width: 20) == "⏎ first   a all")
    }

    @Test func theKeyThatFinishesStaysBesideManyOthers() {
        let keys: [KeyAction] = [.listOpen, .listTick, .listSelect, .listFilter, .listSort, .listRefresh, .listRange]
        let place = keys.map { Self.binding($0, title: "Effect of \($0.name)") }
        let groups = KeyGroups(
            place: place,
            feature: [Self.binding(.finish, title: "Finish"), Self.binding(.nextStep, title: "Next step")],
            program: Self.list.program)
        let line = Self.line(groups, width: 120)
        #expect(line.contains("ctrl+s finish   ctrl+n next step   ? help"))
        #expect(line.hasPrefix("⏎ effect of open") && !line.contains("effect of range"))
    }

    @Test func escapeStaysInAPopup() {
        let popup = KeyGroups(
            feature: [Self.binding(.back, title: "Close")],
            program: [Self.binding(.quit, title: "Quit")])
        #expect(Self.line(popup, width: 12) == "esc close")
    }
}
