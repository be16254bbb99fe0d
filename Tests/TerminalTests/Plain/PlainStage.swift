import FHTerminalClient
import FHTerminalPlain

/// The dialog of lines over a fake host whose feature `it` is open, with a clock that the test moves.
final class PlainStage {
    private(set) var host: FakeHost
    let dialog: PlainDialog
    /// The time in milliseconds.
    var now = 100_000
    /// The text that was written since the last call of ``takeText()``.
    private var text = ""
    /// True if each prompt was followed by a line, or ends the text.
    private(set) var isQuietAtPrompts = true

    /// - Parameters:
    ///   - actions: the names of the actions that the feature has.
    ///   - members: further members of the snapshot.
    ///   - others: further features of the catalog.
    init(_ kind: String, _ state: JSON, _ actions: [String], _ members: JSON = [:], others: [JSON] = []) {
        let feature: JSON = ["id": "it", "kind": JSON(kind), "title": "It", "actions": JSON(actions), "state": state]
        let features = [feature.merging(members)] + others
        host = FakeHost(features)
        dialog = PlainDialog(Session(host))
        dialog.reconnect = { [unowned self] in
            host = FakeHost(features)
            dialog.session.replace(connection: host)
        }
        dialog.open("it")
        update()
    }

    /// Handles what has arrived.
    func update() {
        let isAtPrompt = dialog.isPrompting
        for _ in 0..<20 { dialog.update(now: now) }
        let new = dialog.takeText()
        if isAtPrompt, !new.isEmpty { isQuietAtPrompts = false }
        text += new
    }

    /// Types lines, each behind the prompt before it.
    func type(_ lines: String...) {
        for line in lines {
            dialog.enter(line, isShown: false)
            for _ in 0..<20 { dialog.update(now: now) }
            text += dialog.takeText()
        }
    }

    /// Types lines in advance.
    func typeAtOnce(_ lines: [String]) {
        for line in lines { dialog.enter(line, isShown: false) }
        for _ in 0..<20 { dialog.update(now: now) }
        text += dialog.takeText()
    }

    /// Returns the lines that were written since the last call.
    func takeText() -> String {
        defer { text = "" }
        return text
    }

    /// Types lines, and returns the text that was written since the last call.
    func say(_ lines: String...) -> String {
        _ = takeText()
        for line in lines { type(line) }
        return takeText()
    }

    /// Makes the host send a snapshot with changed members.
    func change(_ patch: JSON) {
        host.show(patch)
        update()
    }

    func sent(but: Set<String> = ["focus", "blur", "setWindow"]) -> [String] { host.sent(but: but) }
}
