import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension TextView {
    /// Returns the keys of the lines.
    ///
    /// - Parameter open: shows the line for a text to find, or for the number of a line.
    func bindings(open: @escaping (TextMemory.Entry) -> Void) -> [Binding] {
        let page = max(1, memory.height - 1)
        let moves: [Binding] = [
            binding(.listUp, "Up", .hidden) { move(by: -1) },
            binding(.listDown, "Down", .hidden) { move(by: 1) },
            binding(.listPageUp, "Page up", .helpOnly) { move(by: -page) },
            binding(.listPageDown, "Page down", .helpOnly) { move(by: page) },
            binding(.listFirst, "First line", .helpOnly) { go(to: "start") },
            binding(.listLast, "Last line", .helpOnly) { go(to: "end") },
            binding(.listGoTo, "Go to a line", .helpOnly) { open(.number) },
            Binding([.character("}")], "Next heading or hunk", .helpOnly, unless: headingReason) { goToMark(1) },
            Binding([.character("{")], "Previous heading or hunk", .helpOnly, unless: headingReason) { goToMark(-1) },
        ]
        let findReason = node.state.value("find") == nil ? "nothing was searched for" : node.refusal(of: "find")
        let hasFind = findReason == nil
        return moves + [
            Binding(.listFilter, "Find", unless: node.refusal(of: "find")) { open(.find) },
            Binding([.character("n")], "Next", hasFind ? .shown : .hidden, unless: findReason) { step("next") },
            Binding([.character("N")], "Previous", hasFind ? .helpOnly : .hidden, unless: findReason) {
                step("previous")
            },
            Binding(.listOpen, "Open", opens ? .shown : .hidden, unless: node.refusal(of: "acceptSpan")) {
                node.send("acceptSpan", title: "Open")
            },
            Binding([.character("w")], node.state.isTrue("wrap") ? "Cut lines" : "Wrap lines", .helpOnly) {
                node.send("setWrap", Params { $0.field("wrap", !node.state.isTrue("wrap")) })
            },
            Binding(.listCopy, "Copy the line", .helpOnly, unless: node.refusal(of: "copy")) { copy() },
            Binding(.listRefresh, "Refresh", .helpOnly, unless: node.refusal(of: "refresh")) {
                node.send("refresh", title: "Refresh")
            },
        ]
    }

    private func binding(
        _ key: KeyAction, _ title: String, _ prominence: Binding.Prominence, act: @escaping () -> Void
    ) -> Binding {
        Binding(key, title, prominence, unless: node.refusal(of: "goTo"), act: act)
    }

    private var headingReason: String? {
        ["diff", "markdown"].contains(node.state.text("format")) ? node.refusal(of: "goTo") : "it has no headings"
    }

    /// True if the active line has a part that can be accepted.
    private var opens: Bool {
        let active = node.state.objects("lines").first {
            $0.boundedNumber("number") == node.state.boundedNumber("line")
        }
        let styles = active?.objects("spans").map { $0.text("style") } ?? []
        return styles.contains { ["link", "location", "hunk"].contains($0) }
    }

    // MARK: Moving

    private func move(by lines: Int) {
        node.send("goTo", isQuiet: true, Params { $0.field("by", lines) })
    }

    private func go(to place: String) { node.send("goTo", Params { $0.field("to", place) }) }

    /// Goes to the next or the previous hunk of a diff, or heading of another text.
    private func goToMark(_ direction: Int) {
        let mark = node.state.text("format") == "diff" ? "Hunk" : "Heading"
        go(to: (direction > 0 ? "next" : "previous") + mark)
    }

    /// Scrolls by the wheel.
    func scroll(by lines: Int) {
        let window = node.newest.state.object("window")
        send(window: window.boundedNumber("offset") + lines, window.boundedNumber("limit"))
    }

    // MARK: Finding

    private func step(_ direction: String) { node.send("find", Params { $0.field("direction", direction) }) }

    /// Finds the typed text, or goes to the line with the typed number.
    func accept(_ entry: TextMemory.Entry) {
        let text = memory.editor.text
        switch entry {
        case .find:
            let isRegex = text.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
            node.send(
                "find", title: "Find",
                Params { json in
                    json.field("text", isRegex ? String(text.dropFirst().dropLast()) : text)
                    if isRegex { json.field("regex", true) }
                })
        case .number:
            guard let offset = RowNumberLine.offset(of: text) else {
                if !text.isEmpty { interface.say("“\(text)” is not the number of a line.") }
                return
            }
            let line = offset >= 0 ? offset + 1 : node.state.boundedNumber("count") + offset + 1
            node.send("goTo", title: "Go to a line", Params { $0.field("line", max(1, line)) })
        }
    }

    // MARK: Copying

    private func copy() {
        node.send("copy", title: "Copy") { [node, interface] revision in
            let copied = node.newest.state.object("copied")
            guard revision != nil, let text = copied["text"]?.stringValue else { return }
            interface.copy(text, "line \(copied.boundedNumber("from"))")
        }
    }
}
