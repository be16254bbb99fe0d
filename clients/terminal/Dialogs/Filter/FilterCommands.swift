import FHJSON
import FHTerminalScreen
import FHTerminalUI

/// The actions of a filter that are still to be performed, and the commands that they start.
struct FilterCommands {
    /// A command for whose end the following actions wait.
    enum Awaited: Equatable {
        /// A command that uses the terminal in place of the dialog.
        case foreground(String)
        /// A command that runs beside the dialog.
        case silent(String)
    }

    /// The actions that are performed next.
    var actions: [FilterAction] = []
    /// The command that has to be started; nil for none.
    var next: Awaited?
    /// True from the action of a command until the command has ended.
    var isWaiting = false
    /// True if the user has pressed `ctrl+c` while a silent command runs.
    var isInterrupted = false
    /// The files of the command for which the following actions wait; nil for none.
    var files: FilterFiles?
    /// The command that prints the new lines, to be started after the actions; nil for none.
    var reload: String?
    /// The files of the command that prints the lines; nil for none.
    var reloadFiles: FilterFiles?
    /// The keys and pastes that have arrived while a command runs.
    var events: [InputEvent] = []
    /// True while the actions of the event `change` are performed.
    var isChanging = false

    /// Makes the following actions wait for a command.
    mutating func wait(for command: Awaited, _ files: FilterFiles) {
        next = command
        self.files = files
        isWaiting = true
        isInterrupted = false
    }

    /// Keeps an event until the running command has ended; `ctrl+c` ends the command instead.
    mutating func keep(_ event: InputEvent) {
        if event == .key(.control("c")) { isInterrupted = true } else { events.append(event) }
    }
}

extension FilterDialog {
    /// Continues after a command: performs the actions and handles the events that have waited for its end.
    func resume() {
        commands.isWaiting = false
        commands.files = nil
        let query = editor.text
        perform([])
        if !isSameText(editor.text, query), result == nil { queryChanged() }
        if !commands.isWaiting { commands.isChanging = false }
        while result == nil, !commands.isWaiting, !commands.events.isEmpty { handle(commands.events.removeFirst()) }
        updatePreview()
    }

    /// Returns the silent command that has to be started, and forgets it; nil for none.
    func takeSilent() -> String? {
        guard case .silent(let command) = commands.next else { return nil }
        commands.next = nil
        return command
    }

    /// Returns the command that uses the terminal, and forgets it; nil for none.
    func takeForeground() -> String? {
        guard case .foreground(let command) = commands.next else { return nil }
        commands.next = nil
        return command
    }

    /// Returns the command that prints the new lines, and forgets it; nil for none, and while another command runs.
    func takeReload() -> String? {
        if commands.isWaiting || result != nil { return nil }
        defer { commands.reload = nil }
        return commands.reload
    }

    /// Returns true once after the user has interrupted the silent command.
    func takeInterrupt() -> Bool {
        defer { commands.isInterrupted = false }
        return commands.isInterrupted
    }
}
