import FHJSON
public import FHTerminalScreen
public import FHTerminalUI

/// Options of the dialog `file`.
public struct FileOptions: Equatable, Sendable {
    /// The header, the line of keys, and the timeout.
    public var settings = DialogSettings()
    /// The folder at first.
    public var folder: String
    /// True if files can be chosen.
    public var choosesFiles = true
    /// True if folders can be chosen.
    public var choosesFolders = false
    /// True to show names that begin with a full stop.
    public var showsHidden = false
    /// True to show the sizes of files.
    public var showsSizes = true
    /// True to show the permissions of entries.
    public var showsPermissions = false
    /// The rows of the list.
    public var height = 10
    /// The text before the active entry.
    public var cursor = "> "

    /// Makes options.
    public init(_ folder: String) { self.folder = folder }
}

/// A list of folders and files, from which the user chooses one.
///
/// Typed letters are a query for entries of the shown folder.
public final class FileDialog: TimedDialog {
    /// The result; nil until the dialog is answered.
    public internal(set) var result: DialogResult?
    private var options: FileOptions
    private var folder: String
    private var entries: [FolderEntry] = []
    private var lines = FilterLines(FilterLineOptions())
    private var search: FilterSearch
    private var list = FilterList(limit: 1, cycles: true)
    private let editor = TextEditor()
    var countdown: Countdown
    private var problem = ""

    /// Creates the dialog.
    public init(_ options: FileOptions) {
        self.options = options
        countdown = Countdown(options.settings)
        folder = FolderReader.real(options.folder) ?? options.folder
        search = FilterSearch(lines, FilterQueryOptions())
        open(folder)
        if !problem.isEmpty { result = .failed("\(options.folder) can't be read: \(problem).") }
    }

    var title: String { options.settings.header }
    private var active: FolderEntry? {
        list.place < search.count ? entries[search.row(list.place)] : nil
    }

    /// Returns true if an entry can be the answer.
    private func canChoose(_ entry: FolderEntry) -> Bool {
        entry.isFolder ? options.choosesFolders : options.choosesFiles
    }

    // MARK: Folders

    /// Shows a folder, with the cursor on the entry with a name, or else on the first entry.
    private func open(_ path: String, at name: String? = nil) {
        do throws(FolderReader.Failure) {
            let found = try FolderReader.entries(of: path, hidden: options.showsHidden)
            entries = (options.choosesFolders ? [.itself] : []) + found
        } catch {
            problem = error.message
            return
        }
        problem = ""
        folder = path
        editor.replace(by: "")
        // Names may contain line feeds, but no zero bytes.
        var line = FilterLineOptions()
        line.ending = 0
        lines = FilterLines(line)
        for entry in entries { lines.append(Array(entry.name.utf8) + [0]) }
        lines.finish()
        search = FilterSearch(lines, FilterQueryOptions())
        list = FilterList(limit: 1, cycles: true)
        if let name, let place = entries.firstIndex(where: { isSameText($0.name, name) }) {
            list.move(to: place, count: entries.count)
        }
    }

    private func openParent() {
        guard let parent = FolderReader.parent(of: folder) else { return }
        open(parent.folder, at: parent.name)
    }

    // MARK: Events

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if event.isCancel { return cancel() }
        let query = editor.text
        switch event {
        case .paste(let text): editor.insert(text)
        case .key(let key): press(key)
        default: return
        }
        guard !isSameText(editor.text, query) else { return }
        search.start(editor.text)
        search.finish()
        search.sort()
        list.move(to: 0, count: search.count)
    }

    private func press(_ key: Key) {
        let count = search.count
        switch key {
        case Key(.enter): choose()
        case Key(.right) where editor.cursor == editor.characters.count: enter()
        case Key(.left) where editor.isEmpty, Key(.backspace) where editor.isEmpty: openParent()
        case Key(.up), .control("p"): list.move(by: -1, count: count)
        case Key(.down), .control("n"): list.move(by: 1, count: count)
        case Key(.pageUp): list.move(by: -list.height, count: count)
        case Key(.pageDown): list.move(by: list.height, count: count)
        case Key(.home) where editor.isEmpty: list.move(to: 0, count: count)
        case Key(.end) where editor.isEmpty: list.move(to: count - 1, count: count)
        case .control("t"):
            options.showsHidden.toggle()
            open(folder, at: active?.name)
        default: _ = editor.handle(key)
        }
    }

    private func enter() {
        guard let entry = active, entry.isFolder, entry != .itself else { return }
        open(FolderReader.join(folder, entry.name))
    }

    private func choose() {
        guard let entry = active else { return }
        guard canChoose(entry) else {
            if entry.isFolder { enter() } else { problem = "a folder is wanted" }
            return
        }
        let path = FolderReader.join(folder, entry.name)
        result = DialogResult(DialogStatus.chosen, output: path, line: AnswerLine(title, path))
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult { .failed("Choosing a file needs a terminal.") }

    // MARK: Drawing

    private var frame: DialogFrame {
        var hints = [Hint("⏎", "choose"), Hint("esc", "leave"), Hint("→", "open"), Hint("←", "up")]
        hints.append(Hint("ctrl+t", options.showsHidden ? "hide .*" : "show .*"))
        let info = [problem, countdown.text, "\(min(list.place + 1, search.count))/\(search.count)"]
        return DialogFrame(settings: options.settings, hints: hints, info: info, least: 3)
    }

    /// Returns the number of rows that the dialog needs.
    ///
    /// The number doesn't depend on the folder, so that the dialog doesn't move.
    public func height(width: Int) -> Int { frame.height(1 + max(1, options.height), width: width) }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        let contents = frame.draw(&painter, in: area)
        let (head, body) = contents.splitTop(contents.height > 1 ? 1 : 0)
        if !head.isEmpty { drawQuery(&painter, in: head) }
        let places = list.places(height: body.height, count: search.count)
        for place in places {
            drawEntry(place, &painter, in: Rect(body.minX, body.minY + place - places.lowerBound, body.width, 1))
        }
        if search.count == 0 {
            let text = entries.isEmpty ? "This folder is empty." : "Nothing matches."
            painter.line(text, in: body.inset(left: TextWidth.columns(of: options.cursor)), painter.theme.faint)
        }
        painter.scrollMark(body, offset: places.lowerBound, height: search.count)
    }

    /// Draws the path of the folder, and the query after it.
    private func drawQuery(_ painter: inout Painter, in area: Rect) {
        let path = folder.hasSuffix("/") ? folder : folder + "/"
        let room = area.width - max(12, area.width / 4)
        let width = TextWidth.columns(of: path)
        var shown = path
        if width > room { shown = "…" + String(path.suffix(max(1, room - 1))) }
        let x = painter.put(shown, at: area.origin, painter.theme.detail, in: area)
        let field = Rect(x, area.minY, max(1, area.maxX - x), 1)
        painter.line(of: editor, Target(InputDialog.target, field))
    }

    private func drawEntry(_ place: Int, _ painter: inout Painter, in area: Rect) {
        let row = search.row(place)
        let entry = entries[row]
        let isActive = place == list.place
        let indent = TextWidth.columns(of: options.cursor)
        if isActive { painter.put(options.cursor, at: area.origin, painter.theme.accent, in: area) }
        var details: [String] = []
        if options.showsSizes, !entry.sizeText.isEmpty { details.append(entry.sizeText) }
        if options.showsPermissions { details.append(entry.permissions) }
        let text = details.joined(separator: "  ")
        let inner = area.inset(left: indent, right: 2)
        let width = TextWidth.columns(of: text)
        let names = inner.width - width - 2 >= 12 ? inner.inset(right: text.isEmpty ? 0 : width + 2) : inner
        if names.width < inner.width {
            painter.line(text, in: inner, painter.theme.faint, alignment: .trailing)
        }
        let style =
            isActive
            ? painter.theme.accent
            : !canChoose(entry) && !entry.isFolder
                ? painter.theme.faint : entry.isFolder ? painter.theme.title : painter.theme.text
        let x = painter.line(entry.label, in: names, style)
        if let target = entry.target {
            painter.line("→ \(target)", in: Rect(x + 1, names.minY, max(0, names.maxX - x - 1), 1), painter.theme.faint)
        }
    }

}
