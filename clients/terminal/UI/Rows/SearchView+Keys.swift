import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension SearchView {
    /// The title of the key that accepts the active result.
    var acceptTitle: String {
        let title = node.state.objects("actions").first?.text("title") ?? ""
        return title.isEmpty ? "Choose" : title
    }

    /// The reason, for users, why nothing can be accepted now; nil if something can.
    private var acceptRefusal: String? {
        // The words for the host's reason are about a result that is missing, and here there was none.
        guard node.state.value("activeId") == nil, RowSelection(ofSearch: node.state).isEmpty,
            node.snapshot.reason(against: "accept") == "gone"
        else { return node.refusal(of: "accept") }
        if query.isEmpty { return "type a query first" }
        return node.state.number("count") > 0 ? "no result is active" : "there is no result"
    }

    /// The keys of the line for the query.
    var bindings: [Binding] {
        let actions = node.state.objects("actions")
        let mayFilter = !RowFilter.declared(node.state).isEmpty && node.can("setFilter")
        let size = memory.size
        let isPreviewShown = PreviewPlace(in: size, wanted: memory.preview.wanted) != nil
        var bindings = recalling + motion.bindingsBesideText
        let reason = acceptRefusal
        if let button = WhenEmpty(node)?.button {
            bindings.append(Binding(.searchAccept, button.title, unless: button.reason, act: button.send))
        } else {
            bindings.append(
                Binding(.searchAccept, acceptTitle, unless: results.isBehind ? nil : reason) { accept() })
        }
        if node.can("toggleSelection") {
            bindings += [
                Binding(.searchSelect, "Select") { toggleSelection(andMoveBy: 1) },
                Binding(.searchSelectUp, "Select, and move up", .helpOnly) { toggleSelection(andMoveBy: -1) },
            ]
        }
        if actions.count > 1 {
            bindings.append(Binding(.searchMore, "More", unless: reason) { chooseAction(actions) })
        }
        if mayFilter { bindings.append(Binding(.searchFilters, "Filters") { chooseFilter() }) }
        if PreviewPlace(in: size, wanted: true) != nil {
            bindings.append(
                Binding(.searchPreview, "Preview") {
                    memory.preview.wanted = !isPreviewShown
                    interface.needsFrame()
                })
        }
        if node.state.number("count") > 0 {
            bindings.append(Binding(.searchCopy, "Copy", .helpOnly) { copyTitles() })
        }
        if isPreviewShown {
            bindings += [
                Binding(.searchCopyPreview, "Copy the preview", .helpOnly) {
                    memory.preview.copy(node.state, interface)
                },
                Binding(.searchPreviewUp, "Preview up", .helpOnly) { scrollPreview(by: -1) },
                Binding(.searchPreviewDown, "Preview down", .helpOnly) { scrollPreview(by: 1) },
            ]
        }
        if results.hasMore {
            bindings.append(
                Binding(.searchLoadMore, "Load more", .helpOnly) { node.send("loadMore", title: "Load more") })
        }
        let problems = SourceProblems(node.state)
        if !problems.isEmpty {
            bindings.append(Binding(.searchProblems, "Problems", .helpOnly) { problems.show(interface) })
        }
        if let out = wayOut { bindings.append(Binding(.back, out.title, act: out.act)) }
        return bindings
    }

    /// The keys for earlier queries.
    ///
    /// If the query is empty and there are no rows to move through, the key up recalls a query too, as in a shell.
    private var recalling: [Binding] {
        guard !query.history.isEmpty else { return [] }
        let isIdle = query.isEmpty && node.state.number("count") == 0
        let up = Binding(.searchUp, "Earlier query", .helpOnly) { query.recall(by: 1) }
        return [
            Binding(.searchEarlier, "Earlier query", .helpOnly) { query.recall(by: 1) },
            Binding(.searchLater, "Later query", .helpOnly) { query.recall(by: -1) },
        ] + (isIdle ? [up] : [])
    }

    private func scrollPreview(by lines: Int) {
        memory.preview.scroll(by: lines)
        interface.needsFrame()
    }

    /// Copies the titles of the selected results or of the active one, after all earlier requests are answered.
    private func copyTitles() {
        motion.inTurn { node in
            let newest = SearchView(node, interface)
            let selection = RowSelection(ofSearch: node.state)
            memory.titles.copy(
                newest.results.rows(memory.selection), active: node.state["activeId"]?.stringValue, newest.columns,
                selection, total: nil, isSelected: selection.membership(memory.selection), interface)
        }
    }

    // MARK: Accepting

    /// Accepts the selected results or the active one; if the results don't belong to the query, searches at once
    /// instead.
    private func accept() {
        let title = acceptTitle
        motion.inTurn { node in
            if SearchResults(node, interface.keymap).isBehind {
                node.send("submitQuery", title: "Search")
            } else if node.can("accept") {
                node.send("accept", title: title)
            }
        }
    }

    /// Opens a menu with the actions with which the selected results or the active one can be accepted.
    private func chooseAction(_ actions: [JSONValue]) {
        let selection = RowSelection(ofSearch: node.state)
        // The id is read now, because another row may become active while the menu is open.
        let active = selection.isEmpty ? node.state["activeId"]?.stringValue : nil
        let entries = actions.enumerated().map { index, action in
            Menu.Entry(action.text("title"), key: index == 0 ? interface.keymap.text(of: .searchAccept) ?? "" : "")
        }
        let title = selection.isEmpty ? "The active result" : selection.summary
        let menu = Menu(interface, title, entries) { index in
            let params = Params { json in
                if let active { json.field("id", active) }
                json.field("action", actions[index].text("id"))
            }
            node.send("accept", title: actions[index].text("title"), params)
        }
        interface.open(menu)
    }

    private func chooseFilter() {
        RowFilter.choose(node.state, interface) { id in
            let filter = RowFilter(id: id, text: RowFilter(node.newest.state).text)
            node.send("setFilter", title: "Filters", filter.params)
        }
    }

    /// Selects or deselects the active result, and moves by a number of rows.
    ///
    /// If the results don't belong to the query, it searches at once instead.
    private func toggleSelection(andMoveBy rows: Int) {
        motion.inTurn { node in
            if SearchResults(node, interface.keymap).isBehind { return node.send("submitQuery", title: "Search") }
            if let active = node.state["activeId"]?.stringValue {
                node.send("toggleSelection", title: "Select", Params { $0.field("id", active) })
            }
            motion.move(by: rows)
        }
    }
}
