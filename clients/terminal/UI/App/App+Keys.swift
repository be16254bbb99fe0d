import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension App {
    /// Returns true if an event is a command: a key that neither edits text nor moves the cursor or the focus.
    func isCommand(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        switch key.code {
        case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .backspace, .delete: return false
        case .character: return drawn.scene.target(stack.top?.state.focus)?.editor?.takes(key) != true
        case .enter: return drawn.scene.target(stack.top?.state.focus)?.editor?.isMultiline != true
        default: return true
        }
    }

    /// Handles a key or a paste.
    func act(on event: InputEvent) {
        isOutdated = true
        guard let (layer, state) = stack.top else { return }
        switch event {
        case .paste(let text): paste(text, state)
        case .key(let key): press(key, layer, state)
        default: break
        }
    }

    private func paste(_ text: String, _ state: LayerState) {
        guard state.takesKeys, let target = drawn.scene.target(state.focus), let editor = target.editor else { return }
        editor.insert(text)
        target.edited()
    }

    private func press(_ key: Key, _ layer: Layer, _ state: LayerState) {
        guard state.takesKeys else {
            let leads: [Key.Code] = [.left, .right, .escape]
            if leads.contains(key.code) { state.isAnswered = true }
            if key == Key(.function(1)) { showHelp() }
            scrolling(in: drawn.scene).first { $0.keys.contains(key) }?.act()
            return
        }
        let target = drawn.scene.target(state.focus)
        if let target, let editor = target.editor {
            let before = editor.text
            if editor.handle(key) {
                if !isSameText(editor.text, before) { target.edited() }
                return
            }
        }
        let bindings = keyGroups(of: layer, state, drawn.scene, drawn.tools).all
        if let binding = bindings.first(where: { $0.keys.contains(key) }) {
            return perform(binding)
        }
        if let typed = target?.typed, case .character(let character) = key.code, key == .character(character) {
            return typed(character)
        }
        moveFocus(key, state)
    }

    private func perform(_ binding: Binding) {
        if let reason = binding.reason {
            if !binding.title.isEmpty, !reason.isEmpty { interface.say("\(binding.title): \(reason)") }
        } else {
            binding.act()
        }
    }

    /// Moves the focus if the key is an arrow key; called for keys that no binding uses.
    private func moveFocus(_ key: Key, _ state: LayerState) {
        switch key {
        case Key(.down), Key(.right): moveFocus(by: 1)
        case Key(.up), Key(.left): moveFocus(by: -1)
        default: break
        }
    }

    /// Moves the focus by a number of targets, in the order in which they were drawn.
    func moveFocus(by: Int) {
        let targets = drawn.scene.targets
        guard !targets.isEmpty else { return }
        let place = targets.firstIndex { isSameText($0.id, stack.top?.state.focus) } ?? (by > 0 ? -1 : 0)
        setFocus(targets[(place + by + targets.count) % targets.count].id, in: drawn.scene)
    }

    // MARK: Bindings

    /// Returns the keys that act in a layer.
    func keyGroups(of layer: Layer, _ state: LayerState, _ scene: Scene, _ tools: [Button]) -> KeyGroups {
        guard state.takesKeys else {
            let answer = Binding([Key(.left), Key(.right)], "Answer", shownKeys: "←→") { state.isAnswered = true }
            let help = Binding([Key(.function(1))], "Help") { [unowned self] in showHelp() }
            let leave = Binding([.control("c")], "Quit") { [unowned self] in quit() }
            return KeyGroups(place: scrolling(in: scene), program: [answer, help, leave])
        }
        let target = scene.target(state.focus)
        let groups = KeyGroups(
            place: (target?.editor == nil ? declaredKeys(tools) : []) + (target?.bindings ?? []),
            feature: (target?.outerBindings ?? scene.untargeted)
                + ownBindings(of: layer, tools, isSeveral: scene.targets.count > 1),
            program: programBindings(layer, scene), editor: target?.editor)
        return groups.translated(by: interface.keymap)
    }

    /// Returns the keys that scroll the text of a question that the user does not expect, which do no harm.
    ///
    /// No letters are among them, because the user may be typing.
    private func scrolling(in scene: Scene) -> [Binding] {
        let actions: [KeyAction] = [.scrollUp, .scrollDown, .scrollPageUp, .scrollPageDown]
        let around = scene.targets.first?.outerBindings ?? scene.untargeted
        return around.filter { $0.action.map(actions.contains) == true }.map { binding in
            let translated = interface.keymap.translated(binding)
            let keys = translated.keys.filter { if case .character = $0.code { false } else { true } }
            return translated.with(keys, shownKeys: translated.shownKeys)
        }
    }

    /// Returns the keys of a layer as a whole.
    ///
    /// - Parameter isSeveral: true if there are several targets, so that the focus can move.
    private func ownBindings(of layer: Layer, _ tools: [Button], isSeveral: Bool) -> [Binding] {
        switch layer.content {
        case .catalog: []
        case .feature(let question, let node, _):
            FeatureLayer(question, node, .sheet, interface).bindings(tools) + digits(tools)
        case .question(let question):
            (isSeveral ? choosing : []) + (question.leave.map { [Binding(.back, "Back", act: $0)] } ?? [])
        case .popup(let popup):
            [Binding(.back, "Close") { popup.leave() }]
        }
    }

    private var choosing: [Binding] {
        [
            Binding(.previousAnswer, "Choose", shownKeys: "←→") { [unowned self] in moveAnswer(by: -1) },
            Binding(.nextAnswer, "Choose", .helpOnly) { [unowned self] in moveAnswer(by: 1) },
        ]
    }

    /// Moves the focus to a neighbouring answer.
    ///
    /// At the first and the last answer the focus stays, because the answer at the other end may do harm.
    private func moveAnswer(by: Int) {
        let targets = drawn.scene.targets
        guard let place = targets.firstIndex(where: { isSameText($0.id, stack.top?.state.focus) }),
            targets.indices.contains(place + by)
        else { return }
        setFocus(targets[place + by].id, in: drawn.scene)
    }

    /// Returns the keys that a workspace declares for the buttons of the feature with the focus.
    private func declaredKeys(_ tools: [Button]) -> [Binding] {
        tools.filter { $0.isNearFocus && $0.key.count == 1 }.map { tool in
            Binding([.character(Character(tool.key))], tool.title, .hidden, unless: tool.reason, act: tool.press)
        }
    }

    private func digits(_ tools: [Button]) -> [Binding] {
        tools.prefix(9).enumerated().map { index, tool in
            let digit = Character(String(index + 1))
            let keys = [Key.character(digit), Key(.character(digit), .alt)]
            return Binding(keys, tool.title, .hidden, unless: tool.reason, act: tool.press)
        }
    }

    /// Returns the keys of the program.
    private func programBindings(_ layer: Layer, _ scene: Scene) -> [Binding] {
        var bindings: [Binding] = layer.isPopup ? [] : overviews
        bindings += [
            quitting,
            Binding(.toggleTheme, "Light or dark", .helpOnly) { [unowned self] in toggleTheme() },
        ]
        if scene.targets.count > 1 {
            bindings += [
                Binding(.focusNext, "Move the focus forward", .helpOnly) { [unowned self] in moveFocus(by: 1) },
                Binding(.focusPrevious, "Move the focus back", .helpOnly) { [unowned self] in moveFocus(by: -1) },
            ]
        }
        return bindings
    }

    /// The keys that open the help and the list of actions.
    private var overviews: [Binding] {
        [
            Binding(.help, "Help") { [unowned self] in showHelp() },
            Binding(.actions, "Actions") { [unowned self] in
                interface.open(Palette(self))
            },
        ]
    }

    private var quitting: Binding {
        Binding(.quit, "Quit") { [unowned self] in quit() }
    }

    private func showHelp() {
        guard let (layer, state) = stack.top else { return }
        let groups = keyGroups(of: layer, state, drawn.scene, drawn.tools)
        interface.open(HelpPopup(interface, groups, drawn.tools, title: layer.title))
    }
}
