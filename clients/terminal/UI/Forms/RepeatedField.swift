import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A field with any number of items, and the keys and buttons that change them.
struct RepeatedField {
    let field: FormField
    /// The ids of the items, in order.
    let ids: [String]

    init(_ field: FormField) {
        self.field = field
        ids = field.json.objects("items").map { $0.text("id") }.distinct()
    }

    /// The id of the target of the button that adds an item.
    var addId: String { "\(field.id)\u{1F}add" }

    /// Returns the path of an item.
    func path(of id: String) -> String {
        "\(field.path)/\(id.replacing("~", with: "~0").replacing("/", with: "~1"))"
    }

    /// Returns the id of the item that contains the focus; nil if there is none.
    func current(_ focus: String?) -> String? {
        guard let focus else { return nil }
        let identity = field.node.identity
        return ids.first { focus.hasExactPrefix("\(FormField.id(identity, path(of: $0)))/") }
    }

    // MARK: Keys

    /// Returns the keys that change the items.
    ///
    /// - Parameter item: the id of the item that contains the focus; nil if there is none.
    func bindings(item: String?) -> [Binding] {
        var bindings = [Binding(.addItem, "Add", unless: reason(against: "insertItem"), act: add)]
        guard let item else { return bindings }
        bindings.append(
            Binding(.removeItem, "Remove", unless: reason(against: "removeItem")) { remove(item) })
        if ids.count > 1 {
            let reason = reason(against: "moveItem")
            bindings.append(
                Binding(.itemDown, "Move", shownKeys: "alt+↑↓", unless: reason) { move(item, by: 1) })
            bindings.append(Binding(.itemUp, "Move up", .hidden, unless: reason) { move(item, by: -1) })
        }
        return bindings
    }

    /// Returns the reason why an action would be refused now; nil if it would not.
    private func reason(against action: String) -> String? {
        field.isEnabled ? field.node.refusal(of: action) : field.node.session.words(for: "disabled")
    }

    // MARK: Actions

    /// Adds an item at the end, and moves the focus into it.
    private func add() {
        let entry = field.entry
        entry.awaitsItem = true
        field.node.send("insertItem", title: "Add", Params { $0.field("path", field.path) }) { revision in
            if revision == nil { entry.awaitsItem = false }
        }
    }

    private func remove(_ item: String) {
        withItem(item) { _ in
            field.node.send(
                "removeItem", title: "Remove",
                Params { json in
                    json.field("path", field.path)
                    json.field("id", item)
                })
        }
    }

    private func move(_ item: String, by: Int) {
        withItem(item) { ids in
            guard let place = ids.firstIndex(where: { isSameText($0, item) }), ids.indices.contains(place + by) else {
                return
            }
            let behind = place + by + (by > 0 ? 1 : 0)
            field.node.send(
                "moveItem", title: "Move",
                Params { json in
                    json.field("path", field.path)
                    json.field("id", item)
                    json.field("beforeId", ids.indices.contains(behind) ? ids[behind] : nil)
                })
        }
    }

    /// Acts on an item after all earlier requests are answered, if the item still exists.
    private func withItem(_ item: String, _ act: @escaping (_ ids: [String]) -> Void) {
        field.node.session.inTurn {
            let newest = field.node.newest.state.object("fields").object(field.path)
            let ids = newest.objects("items").map { $0.text("id") }
            if ids.containsExactly(item) { act(ids) }
        }
    }

    // MARK: Drawing

    /// Returns the buttons below the items.
    ///
    /// The buttons that act on an item can't have the focus, so that the focus stays in the item.
    func buttons(_ layout: FormLayout) -> Block {
        let canAdd = reason(against: "insertItem") == nil
        let x = layout.label(field.path) + FormLayout.indent
        let rows = Painter.rows(of: buttons(item: nil), width: layout.width - x).count
        return Block(height: rows, targets: canAdd ? [addId] : []) { painter, area in
            let buttons = buttons(item: current(painter.focus))
            let place = Rect(area.minX + x, area.minY, layout.width - x, rows)
            painter.buttons(buttons, in: place)
            guard canAdd, let add = buttons.first else { return }
            let press = Binding(.press, "Add", shownKeys: "⏎", act: add.press)
            let keys = [press] + bindings(item: nil)
            painter.add(field.target(Rect(place.minX, place.minY, add.width, 1), id: addId, keys))
        }
    }

    private func buttons(item: String?) -> [Button] {
        let none = item == nil ? "no item has the focus" : nil
        let fixed = none ?? (ids.count > 1 ? reason(against: "moveItem") : "there is no other item")
        let actions: [(String, String, String?, (String) -> Void)] = [
            ("remove", "Remove", none ?? reason(against: "removeItem"), remove),
            ("up", "↑", fixed, { move($0, by: -1) }),
            ("down", "↓", fixed, { move($0, by: 1) }),
        ]
        let add = Button(addId, "Add", unless: reason(against: "insertItem"), isFocusable: false, press: add)
        return [add]
            + actions.map { name, title, reason, act in
                Button("\(field.id)\u{1F}\(name)", title, unless: reason, isFocusable: false) {
                    if let item { act(item) }
                }
            }
    }
}
