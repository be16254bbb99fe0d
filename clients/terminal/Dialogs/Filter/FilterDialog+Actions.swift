import FHTerminalScreen
import FHTerminalUI

extension FilterDialog {
    /// The header, which is also the question of the line that stays.
    var title: String { options.settings.header }

    /// Performs actions in order until the dialog has a result, or until a command has to run first.
    func perform(_ actions: [FilterAction]) {
        commands.actions += actions
        while result == nil, !commands.isWaiting, !commands.actions.isEmpty {
            switch commands.actions.removeFirst() {
            case .simple(let simple): perform(simple)
            case .texted(let texted, let text): perform(texted, text)
            case .edit(let key): _ = editor.handle(key)
            }
        }
    }

    private func perform(_ action: FilterAction.Simple) {
        showMatches()
        switch action {
        case .accept: accept()
        case .acceptNonEmpty: if active != nil { accept() }
        case .acceptOrPrintQuery: perform(active == nil ? .printQuery : .accept)
        case .abort: cancel()
        case .cancel: if editor.isEmpty { cancel() } else { editor.replace(by: "") }
        case .deleteCharOrEnd: if editor.isEmpty { cancel() } else { _ = editor.handle(Key(.delete)) }
        case .ignore: break
        case .clearQuery: editor.replace(by: "")
        case .replaceQuery: if let active { editor.replace(by: text(of: active)) }
        case .printQuery: end([Array(editor.text.utf8)], shown: editor.text)
        case .toggleSort:
            search.toggleSort()
            search.finish()
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last: move(action)
        case .toggle, .toggleUp, .toggleDown, .toggleIn, .toggleOut, .toggleAll, .select, .deselect, .selectAll,
            .deselectAll, .clearSelection:
            mark(action)
        case .previewUp, .previewDown, .previewPageUp, .previewPageDown, .previewHalfPageUp, .previewHalfPageDown,
            .previewTop, .togglePreview, .refreshPreview:
            changePreview(action)
        }
    }

    private func perform(_ action: FilterAction.Texted, _ text: String) {
        showMatches()
        switch action {
        case .become:
            search.finish()
            search.sort()
            guard let (command, files) = prepared(text) else { return }
            files.handOver()
            answer = .command(command)
            result = DialogResult(DialogStatus.chosen, line: active.map { AnswerLine(title, self.text(of: $0)) })
            preview?.end()
        case .execute:
            guard let (command, files) = prepared(text) else { return }
            commands.wait(for: .foreground(command), files)
        case .executeSilent:
            guard let (command, files) = prepared(text) else { return }
            commands.wait(for: .silent(command), files)
        case .reload, .reloadSync:
            guard let (command, files) = prepared(text) else { return }
            (commands.reload, commands.reloadFiles) = (command, files)
        case .put: editor.insert(text)
        case .pos:
            guard let number = Int(text) else { return }
            list.move(to: number < 0 ? search.count + number : number - 1, count: search.count)
        case .changePrompt: options.look.prompt = text
        case .changeHeader: options.settings.header = text
        case .changeQuery: editor.replace(by: text)
        case .changePreview:
            preview?.options.command = text
            preview?.refresh()
        }
    }

    /// Returns a command with its files; nil if it needs a line and there is none, or if a file can't be made.
    private func prepared(_ text: String) -> (command: String, files: FilterFiles)? {
        guard let command = filled(text) else { return nil }
        let files = FilterFiles()
        do throws(FilterFiles.Failure) {
            return (try command.text(files), files)
        } catch {
            fail(error.message)
            return nil
        }
    }

    // MARK: The list

    /// The change of ``FilterList/place`` for one row upward.
    ///
    /// Place 0 is the first match: in the standard layout, it is the lowest row; in the others, the highest one.
    private var upward: Int { options.look.layout == .standard ? 1 : -1 }

    private func move(_ action: FilterAction.Simple) {
        let count = search.count
        let page = max(1, list.height - 1)
        switch action {
        case .up: list.move(by: upward, count: count)
        case .down: list.move(by: -upward, count: count)
        case .pageUp: list.move(by: upward * page, count: count)
        case .pageDown: list.move(by: -upward * page, count: count)
        case .halfPageUp: list.move(by: upward * max(1, list.height / 2), count: count)
        case .halfPageDown: list.move(by: -upward * max(1, list.height / 2), count: count)
        case .first: list.move(to: 0, count: count)
        case .last: list.move(to: count - 1, count: count)
        default: break
        }
    }

    private func mark(_ action: FilterAction.Simple) {
        guard list.isMultiple else { return }
        let count = search.count
        switch action {
        case .toggle: if let active { list.toggle(active) }
        case .select: if let active { list.mark(active) }
        case .deselect: if let active { list.unmark(active) }
        case .toggleUp, .toggleDown:
            if let active { list.toggle(active) }
            list.move(by: action == .toggleUp ? upward : -upward, count: count)
        case .toggleIn, .toggleOut:
            if let active { list.toggle(active) }
            list.move(by: action == .toggleIn ? -1 : 1, count: count)
        case .toggleAll: for place in 0..<count { list.toggle(search.row(place)) }
        case .selectAll: for place in 0..<count { list.mark(search.row(place)) }
        case .deselectAll: for place in 0..<count { list.unmark(search.row(place)) }
        case .clearSelection: list.clearMarks()
        default: break
        }
    }

    private func changePreview(_ action: FilterAction.Simple) {
        guard let preview else { return }
        switch action {
        case .previewUp: preview.scroll(by: -1)
        case .previewDown: preview.scroll(by: 1)
        case .previewPageUp: preview.scroll(by: -2 * preview.halfPage)
        case .previewPageDown: preview.scroll(by: 2 * preview.halfPage)
        case .previewHalfPageUp: preview.scroll(by: -preview.halfPage)
        case .previewHalfPageDown: preview.scroll(by: preview.halfPage)
        case .previewTop: preview.scrollToTop()
        case .refreshPreview: preview.refresh()
        default: preview.isHidden.toggle()
        }
    }

    // MARK: The answer

    /// Answers by the marked lines, or else by the active line.
    ///
    /// - Parameter key: the name of a key of ``FilterOutput/keys`` that was pressed; empty for another key.
    func accept(key: String = "") {
        // The place of the cursor counts among the matches of all lines that have been read.
        search.finish()
        search.sort()
        list.move(to: list.place, count: search.count)
        let rows = list.markedCount > 0 ? list.marked : active.map { [$0] } ?? []
        let labels = rows.prefix(100).map { VisibleText.visible(text(of: $0)) }.joined(separator: ", ")
        end(rows.map(lines.printed), shown: labels, key: key)
        if rows.isEmpty {
            result = DialogResult(DialogStatus.nothing, line: line("nothing", .warning))
        }
    }

    /// Returns the text of a line, as it is printed.
    private func text(of row: Int) -> String { String(decoding: lines.printed(row), as: UTF8.self) }

    private func line(_ text: String, _ tone: AnswerLine.Tone = .answer) -> AnswerLine {
        if !title.isEmpty { return AnswerLine(title, text, tone) }
        var prompt = options.look.prompt
        if prompt.last == " " { prompt.removeLast() }
        return AnswerLine("", text, tone, mark: prompt)
    }

    private func end(_ texts: [[UInt8]], shown: String, key: String = "") {
        let output = options.output
        var parts: [[UInt8]] = []
        if output.hasQuery { parts.append(Array(editor.text.utf8)) }
        if !output.keys.isEmpty { parts.append(Array(key.utf8)) }
        parts += texts
        answer = .output(parts.flatMap { $0 + [output.ending] })
        result = DialogResult(DialogStatus.chosen, line: line(shown))
        preview?.end()
    }
}
