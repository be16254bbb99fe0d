import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension SourceProblems {
    /// Opens a popup with the problems and their places in the source.
    func show(_ interface: Interface) { interface.open(ProblemsPopup(self, interface)) }

    /// Returns the place and the text of each problem.
    fileprivate func blocks(width: Int, _ theme: Theme) -> [Block] {
        var blocks: [Block] = []
        for problem in listed {
            let place = Self.place(of: problem)
            if !blocks.isEmpty { blocks.append(.space()) }
            if !place.isEmpty { blocks.append(.prose(place, width: width, theme.title)) }
            blocks.append(.prose(problem.text("message"), width: width, theme.detail))
        }
        return blocks
    }
}

/// A popup with the problems of a source, which can be scrolled.
final class ProblemsPopup: Popup {
    private let problems: SourceProblems
    private let interface: Interface
    private let name = "problems"

    init(_ problems: SourceProblems, _ interface: Interface) {
        self.problems = problems
        self.interface = interface
        interface.memory.forget("scroll\u{1F}\(name)")
    }

    func leave() { interface.close(self) }

    func draw(_ painter: inout Painter, in area: Rect) {
        let width = min(area.width, max(40, min(96, area.width * 9 / 10)))
        let blocks = problems.blocks(width: width - 4, painter.theme)
        let lines = blocks.reduce(0) { $0 + $1.height }
        let height = min(area.height, min(lines + 2, max(8, area.height * 8 / 10)))
        let box = Rect(area.minX + (area.width - width) / 2, area.minY + (area.height - height) / 2, width, height)
        let listed = problems.listed.count
        let isCut = problems.count > listed
        painter.onClick(area) { [unowned self] event in if event.kind == .release { leave() } }
        painter.onClick(box) { _ in }
        painter.frame(box, title: "Problems", info: isCut ? "the first \(listed) of \(problems.count.grouped)" : "")
        let inner = box.inset(left: 2, top: 1, right: 1, bottom: 1)
        let close = [KeyAction.scrollClose, .menuClose].map { action in
            Binding(action, "Close", .hidden) { [unowned self] in leave() }
        }
        painter.add(Target(name, inner, painter.scrolling(inner, id: name) + close))
        painter.column(blocks, in: inner, id: name)
    }
}
