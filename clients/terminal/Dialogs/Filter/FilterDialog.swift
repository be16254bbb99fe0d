import FHJSON
public import FHTerminalScreen
import FHTerminalUI

/// The answer of a filter dialog.
public enum FilterAnswer: Equatable, Sendable {
    /// The bytes to print.
    case output([UInt8])
    /// A command that replaces this process.
    case command(String)
}

/// A list of lines that the user filters by a query, and from which the user chooses one or several lines.
public final class FilterDialog: Dialog {
    /// The longest time in milliseconds for which a new query is searched before its first frame or an action.
    private static let firstSliceMs = 12
    /// The longest time in milliseconds for which the search goes on before the next key is handled.
    private static let sliceMs = 4

    /// The result; nil until the dialog is answered.
    public internal(set) var result: DialogResult?
    /// The answer; no bytes if the dialog has none.
    public internal(set) var answer = FilterAnswer.output([])
    var options: FilterOptions
    let lines: FilterLines
    let search: FilterSearch
    var list: FilterList
    let editor = TextEditor()
    let preview: FilterPreview?
    /// The actions that are still to be performed, and their commands.
    var commands = FilterCommands()
    private var countdown: Countdown
    private var now = 0
    /// The events whose actions are not performed again until the query or the lines change.
    private var events: Set<FilterBindings.Event> = []

    /// Creates the dialog.
    public init(_ options: FilterOptions) {
        self.options = options
        lines = FilterLines(options.lines)
        search = FilterSearch(lines, options.search)
        list = FilterList(limit: options.limit, cycles: options.look.cycles)
        preview = options.preview.map(FilterPreview.init)
        countdown = Countdown(options.settings)
        editor.insert(options.query)
        search.start(options.query)
    }

    var timeLeft: String { countdown.text }

    /// The active line; nil if there is none.
    var active: Int? {
        list.place < search.count ? search.row(list.place) : nil
    }

    /// Puts the matches in order; if the query is new, searches for a moment before.
    ///
    /// Keys that are typed together are handled without a search for each of them.
    func showMatches() {
        if search.isNew { search.advance(until: Clock.now() + Self.firstSliceMs) }
        search.sort()
    }

    // MARK: Lines

    /// Adds bytes of the input.
    func add(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

    /// Completes the lines, because the input has ended.
    func endLines() {
        lines.finish()
        // A command that waits for its start still needs its files.
        if commands.reload == nil { commands.reloadFiles = nil }
        perform(.load)
    }

    /// Removes all lines, because another input begins.
    func beginLines() {
        lines.removeAll()
        search.restart()
        list.clearMarks()
        list.isShown = false
        events.subtract([.load, .one, .zero])
    }

    /// Ends the dialog, because it can't go on.
    func fail(_ message: String) { result = .failed(message) }

    /// Answers if the number of matches makes the dialog unnecessary.
    ///
    /// It is called before the dialog is shown, when all lines have been read.
    public func decide() {
        search.finish()
        search.sort()
        if options.exitsEmpty, search.count == 0 || options.selectsOne && search.count == 1 {
            accept()
        } else if options.selectsOne, search.count == 1 {
            accept()
        }
    }

    // MARK: Events

    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? {
        let next = search.isComplete ? nil : now
        return [countdown.deadline, next, preview?.deadline].compactMap { $0 }.min()
    }

    /// True until the first lines are drawn.
    public var isFrameUrgent: Bool { !list.isShown && search.hasMatches }

    /// Sets the current time in milliseconds, and searches for a short time.
    public func wake(now: Int) {
        self.now = now
        countdown.wake(now)
        if countdown.isOver { return result = .timedOut(title) }
        if events.insert(.start).inserted { perform(.start) }
        search.advance(until: Clock.now() + Self.sliceMs)
        if search.isComplete, lines.isComplete {
            search.sort()
            if search.count == 0, events.insert(.zero).inserted { perform(.zero) }
            if search.count == 1, events.insert(.one).inserted { perform(.one) }
        }
        preview?.advance(now: now)
        // Before, the best line may change with each slice of the search.
        if search.isComplete { updatePreview() }
    }

    /// Cancels the dialog.
    public func cancel() { result = .cancelled(title) }

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if commands.isWaiting { return commands.keep(event) }
        let query = editor.text
        switch event {
        case .paste(let text): editor.insert(text)
        case .key(let key): press(key)
        default: return
        }
        if !isSameText(editor.text, query), result == nil { queryChanged() }
        if search.isComplete { updatePreview() }
    }

    private func press(_ key: Key) {
        if let name = options.output.keys[key] { return accept(key: name) }
        if let actions = options.bindings.keys[key] {
            perform(actions)
        } else {
            _ = editor.handle(key)
        }
    }

    func queryChanged() {
        search.start(editor.text)
        list.move(to: 0, count: 0)
        events.subtract([.one, .zero])
        // If the actions of the event change the query again, that is no further event.
        if commands.isChanging { return }
        commands.isChanging = true
        let query = editor.text
        perform(.change)
        if !isSameText(editor.text, query) { search.start(editor.text) }
        if !commands.isWaiting { commands.isChanging = false }
    }

    private func perform(_ event: FilterBindings.Event) {
        guard let actions = options.bindings.events[event], result == nil else { return }
        let query = editor.text
        perform(actions)
        if event != .change, !isSameText(editor.text, query) { queryChanged() }
    }

    func updatePreview() {
        guard let preview, !preview.isHidden, result == nil else { return }
        showMatches()
        let source = FilterPreview.Source(
            command: ExactText(preview.options.command), active: active, query: ExactText(editor.text),
            marks: list.markChanges, lines: lines.generation)
        guard preview.isNew(source) else { return }
        preview.show(filled(preview.options.command) ?? FilledCommand(), now: now)
    }

    /// Returns a command with values in place of its placeholders; nil if they need a line and there is none.
    func filled(_ command: String) -> FilledCommand? {
        let template = FilterTemplate(command)
        let values = FilterValues(
            lines: lines, active: active, marked: list.marked, query: editor.text, ending: options.output.ending)
        return template.isUsable(with: values) ? template.filled(values) : nil
    }

    // MARK: The preview

    /// The descriptor of the preview's command; nil if none runs.
    var previewDescriptor: Int32? { preview?.descriptor }

    /// Reads the bytes that are ready at ``previewDescriptor``.
    func receivePreview() { preview?.receive() }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult {
        .failed("Choosing lines needs a terminal; without one, give a query.")
    }
}
