import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Moves the focus within a form after a change of the state.
///
/// The focus moves into a new step and into a new item, to where the host moves it, and away from a field that is gone.
struct FormFocus {
    /// The state of the form in the last frame.
    private final class Seen {
        /// The step and the number of sections; nil before the first frame.
        var structure: String?
        /// The `seq` of the host's focus when the focus last followed it; nil before the first frame.
        var seq: Int?
        /// The ids of the focus targets.
        var targets: [String] = []
    }

    private let node: Node
    private let plan: FormPlan
    private let targets: [String]
    private let seen: Seen

    init(_ node: Node, _ interface: Interface, _ plan: FormPlan, _ buttons: [Button]) {
        self.node = node
        self.plan = plan
        targets = plan.targets + buttons.filter { $0.reason == nil }.map(\.id)
        seen = interface.memory.object("\(node.identity)\u{1F}focus") { Seen() }
    }

    /// Returns the target of the field at a path, or the first target within this field.
    static func target(of path: String?, _ node: Node, _ targets: [String]) -> String? {
        guard let path else { return nil }
        let id = FormField.id(node.identity, path)
        return targets.first { isSameText($0, id) || $0.hasExactPrefix("\(id)/") }
            ?? targets.first { $0.hasExactPrefix("\(id)\u{1F}") }
    }

    /// Requests the focus for the target to which it has to move.
    ///
    /// A request replaces the requests before it, so the functions are called in the order of increasing precedence.
    func follow(_ painter: inout Painter) {
        leaveGoneField(&painter)
        enterStep(&painter)
        for field in plan.repeated { enterItem(of: field, &painter) }
        followHost(&painter)
        seen.targets = targets
    }

    private func leaveGoneField(_ painter: inout Painter) {
        guard let focus = painter.focus, !targets.containsExactly(focus), seen.targets.containsExactly(focus),
            let successor = successor(of: focus)
        else { return }
        painter.wantFocus(successor) {}
    }

    /// Returns the target that gets the focus after the target with the focus is gone.
    ///
    /// It is the next of the remaining targets, or else the previous one. If the focus was in an item of a repeated
    /// field, the targets of other items come first, and then the button that adds an item.
    private func successor(of gone: String) -> String? {
        guard let place = seen.targets.firstIndex(where: { isSameText($0, gone) }) else { return nil }
        let left = Set(texts: targets)
        let near = (seen.targets[(place + 1)...] + seen.targets[..<place].reversed()).filter { left.contains($0) }
        for field in plan.repeated.reversed() where gone.hasExactPrefix("\(field.field.id)/") {
            let items = near.first { $0.hasExactPrefix("\(field.field.id)/") }
            if let successor = items ?? near.first(where: { isSameText($0, field.addId) }) { return successor }
        }
        return near.first
    }

    /// The step and the number of sections.
    private var structure: String {
        "\(node.state.object("step").text("id"))\u{1F}\(node.state.objects("sections").count)"
    }

    private func enterStep(_ painter: inout Painter) {
        let structure = structure
        guard let before = seen.structure, !isSameText(before, structure), let first = targets.first,
            painter.focus?.hasExactPrefix("\(node.identity)\u{1F}") == true
        else {
            seen.structure = structure
            return
        }
        painter.wantFocus(first) { [seen] in seen.structure = structure }
    }

    private func enterItem(of field: RepeatedField, _ painter: inout Painter) {
        let entry = field.field.entry
        let before = entry.items ?? field.ids
        entry.items = field.ids
        guard entry.awaitsItem, let new = field.ids.last(where: { !before.containsExactly($0) }) else { return }
        entry.awaitsItem = false
        guard let first = Self.target(of: field.path(of: new), node, targets) else { return }
        painter.wantFocus(first) {}
    }

    private func followHost(_ painter: inout Painter) {
        let focus = node.state.object("focus")
        let seq = focus.number("seq")
        guard seen.seq != seq else { return }
        if let target = Self.target(of: focus["path"]?.stringValue, node, targets) {
            painter.wantFocus(target) { [seen, structure] in
                seen.seq = seq
                // The host has chosen a field of the new step, so the first field of the step must not get the focus.
                seen.structure = structure
            }
        } else {
            seen.seq = seq
        }
    }
}
