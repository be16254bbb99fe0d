import FHJSON
import FHTerminalClient

/// The results in a search's state.
struct SearchResults {
    /// The id of the group of ungrouped results.
    private static let ungrouped = "results"

    private let node: Node
    private let keymap: Keymap
    private let selection: RowSelection

    init(_ node: Node, _ keymap: Keymap) {
        self.node = node
        self.keymap = keymap
        selection = RowSelection(ofSearch: node.state)
    }

    private var state: JSONValue { node.state }
    private var append: JSONValue { state.object("append") }
    /// True if the results belong to an older query.
    var isStale: Bool { state.isTrue("isStale") }
    /// True if the results don't belong to the typed query.
    ///
    /// A key that acts on results then makes the search run at once instead.
    var isBehind: Bool { isStale || state.text("status") == "debouncing" }
    /// True if there are further results that can be loaded now.
    var hasMore: Bool { append["endReached"]?.boolValue == false && node.can("loadMore") }

    // MARK: Rows

    /// Returns the rows in the window; the section of a row is the title of its group, or nil if there are no groups.
    func rows(_ memory: RowSelectionMemory) -> [Row] {
        let groups = state.objects("groups")
        let isGrouped = groups.count > 1 || groups.contains { $0.text("id") != Self.ungrouped }
        let isSelected = selection.membership(memory)
        let hasMarks = node.can("toggleSelection") || !selection.isEmpty
        return groups.flatMap { group in
            let title = isGrouped ? CellText.plain(group.value("title")) : nil
            return group.objects("items").map { item in
                row(item, section: title, isSelected: isSelected(item.text("id")), hasMarks: hasMarks)
            }
        }
    }

    private func row(_ item: JSONValue, section: String?, isSelected: Bool, hasMarks: Bool) -> Row {
        let id = item.text("id")
        let isActive = isSameText(state["activeId"]?.stringValue, id)
        let isDisabled = item["enabled"]?.boolValue == false
        var marks = isActive ? "›" : " "
        if hasMarks { marks += isSelected ? "●" : " " }
        // The mark tells dim rows from others without colours.
        marks += (isDisabled ? "×" : isStale ? "~" : " ") + " "
        var matches: [ExactText: [Range<Int>]] = [:]
        for match in item.objects("matches") { matches[match.text("key")] = Self.ranges(match) }
        return Row(
            id: id, value: item.object("value"), cells: RowCells(item), marks: marks, matches: matches,
            isActive: isActive, isSelected: isSelected, isDim: isDisabled || isStale, section: section)
    }

    private static func ranges(_ match: JSONValue) -> [Range<Int>] {
        match.list("ranges").compactMap { pair in
            guard pair.count == 2, let start = pair[0]?.intValue, let end = pair[1]?.intValue, 0 <= start, start < end
            else { return nil }
            return start..<end
        }
    }

    // MARK: Information

    /// The lines that are drawn if there are no rows.
    var message: [String] {
        if let own = WhenEmpty(node) {
            return [own.text, own.button.map { keymap.hint(.searchAccept, $0.title) } ?? ""].filter { !$0.isEmpty }
        }
        switch state.text("empty") {
        case "noResults": return ["Nothing matches.", keymap.hint(.back, "clears the query")].filter { !$0.isEmpty }
        case "prompt":
            // The query is not empty, but too short for a search.
            if state.text("query").contains(where: { !$0.isWhitespace }) { return [tooShort] }
            let earlier = state.texts("history").prefix(5)
            let hint = keymap.hint(.searchUp, "brings earlier queries back")
            return earlier.isEmpty ? ["Type to search."] : [hint].filter { !$0.isEmpty } + earlier
        default: break
        }
        switch state.text("status") {
        case "failed": return ["The search has failed."]
        case "stalled": return ["Searching…"]
        default: return [state.text("empty")].filter { !$0.isEmpty }
        }
    }

    private var tooShort: String {
        let least = state.number("minLength")
        return least > 1 ? "Type at least \(least.grouped) characters." : "The query is too short."
    }

    /// Returns information about the results.
    ///
    /// - Parameter isSlow: true if the action on an accepted result has been running for so long that this is shown.
    func info(isSlow: Bool) -> String {
        let status = state.text("status")
        let loading = append.text("status")
        // Most searches end before the user could read a notice, so only stalled ones have a notice.
        let waiting = status == "stalled" ? "searching…" : loading == "loading" ? "loading more…" : ""
        let parts =
            [
                isSlow ? performing : "", waiting, [status, loading].contains("failed") ? "failed" : "",
                SourceProblems(state).summary,
            ] + RowFilter(state).names(state)
            + [selection.summary, counts, moreHint(loading)]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private func moreHint(_ loading: String) -> String {
        guard hasMore, loading == "idle", let key = keymap.text(of: .searchLoadMore) else { return "" }
        return "more with \(key)"
    }

    private var performing: String {
        guard let id = state.object("performing")["action"]?.stringValue else { return "" }
        let action = state.objects("actions").first { isSameText($0.text("id"), id) }
        return "\(action?.text("title") ?? id)… \(keymap.hint(.back, "stops it"))"
    }

    private var counts: String {
        let count = state.number("count")
        let total = state["totalCount"]?.intValue
        guard state.value("resultsQuery") != nil else { return total.map { "\($0.grouped) rows to search" } ?? "" }
        let isMatching = ["loading", "stalled"].contains(state.text("status")) && !isStale
        let isOpen = append["endReached"]?.boolValue == false && total == nil
        let counts = count.grouped + (isMatching || isOpen ? "+" : "")
        return total.map { "\(counts) of \($0.grouped)" } ?? counts
    }
}
