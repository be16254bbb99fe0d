import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for the window of a list or a search.
final class RowMotionMemory {
    /// The window's limit and the table's lines when a window of another height was last requested; nil for none.
    fileprivate var requested: (limit: Int, capacity: Int)?
    /// Determines whether the newest requested window is newer than the window in a snapshot.
    fileprivate let pending = PendingEntry()
    /// The offset of the newest requested window, or of the host's window if no request is unanswered.
    fileprivate var offset = 0
    /// True if the last row becomes active as soon as all rows are loaded.
    fileprivate var seeksEnd = false
    /// The movement to a row by its number that may not have arrived; nil if there is none.
    fileprivate var journey: Journey?
}

/// A movement to a row by its number, which may have to be loaded.
private struct Journey {
    /// The generation of the host that moves.
    let generation: Int
    /// The id of the row from which the movement began; empty if no row was active.
    let from: String
    /// True when the host has answered the request.
    var isAnswered = false
}

/// Moves the window and the active row of a list or a search.
struct RowMotion {
    /// A number beyond the last row, used as an offset and as a number of rows to move by.
    private static let all = 1 << 31

    let node: Node
    let interface: Interface
    let table: RowTableMemory
    let memory: RowMotionMemory
    /// Called with the newest node after another row has become active.
    var followed: (Node) -> Void = { _ in }

    private var window: JSONValue { node.state.object("window") }
    private var count: Int { node.state.boundedNumber("count") }

    // MARK: The window

    /// Requests a window as high as the table.
    ///
    /// While the heights of the window and the table are unchanged, no second request is sent. A window with one row
    /// more than the table has lines is kept, because a message below the table takes one of its lines for a moment.
    /// An active row in the window stays in a lower window.
    ///
    /// - Parameter rows: the rows of the window.
    func fit(_ rows: [Row], capacity: Int) {
        if !memory.pending.isNewer(than: node.snapshot) { memory.offset = window.boundedNumber("offset") }
        if isOnTheWay { return }
        let limit = window.boundedNumber("limit")
        if limit == capacity || limit == capacity + 1 {
            memory.requested = nil
        } else if capacity > 0, memory.requested?.limit != limit || memory.requested?.capacity != capacity {
            memory.requested = (limit, capacity)
            let active = rows.firstIndex(where: \.isActive) ?? 0
            setWindow(window.boundedNumber("offset") + max(0, active - capacity + 1))
        }
    }

    /// True while a movement to a row by its number has not arrived; a request for a window would end it.
    private var isOnTheWay: Bool {
        guard let journey = memory.journey else { return false }
        let isAtStart = isSameText(node.state["activeId"]?.stringValue ?? "", journey.from)
        if journey.generation == node.snapshot.generation, !journey.isAnswered || isLoading && isAtStart { return true }
        memory.journey = nil
        inTurn(followed)
        return false
    }

    private func setWindow(_ offset: Int) {
        memory.offset = offset
        memory.pending.sent()
        let limit = min(max(1, table.height), 10_000)
        let params = Params {
            $0.field("offset", offset)
            $0.field("limit", limit)
        }
        node.send("setWindow", isQuiet: true, params) { [memory] in memory.pending.answered($0) }
    }

    /// Scrolls by a number of rows, without changing the active row.
    func scroll(by rows: Int) {
        memory.seeksEnd = false
        // In the last window, the table may have to be scrolled too, because headers of sections take lines.
        let place = max(0, min(memory.offset, count) + table.first + rows)
        let offset = min(place, max(0, count - table.height))
        table.first = place - offset
        if offset == memory.offset { interface.needsFrame() } else { setWindow(offset) }
    }

    // MARK: The active row

    /// Makes active the row that is `rows` rows below the active row, or above it for a negative number.
    func move(by rows: Int) {
        let isStopped = leaveWayToEnd()
        act { node in node.send("moveActive", title: "Move", Params { $0.field("by", rows) }) }
        if isStopped { sayStopped() }
    }

    /// Makes active the row that is `pages` pages below the active row, or above it for a negative number.
    func movePage(by pages: Int) { move(by: pages * table.page) }

    /// Makes a row active.
    func activate(_ id: String) {
        act { node in node.send("setActive", title: "Move", Params { $0.field("id", id) }) }
    }

    /// Makes the first row active if no row is active.
    func moveToSome() {
        inTurn { node in
            guard node.state.value("activeId") == nil, node.state.number("count") > 0, node.can("moveActive") else {
                return
            }
            node.send("moveActive", isQuiet: true, Params { $0.field("by", 1) })
        }
    }

    /// Makes the first row active.
    func moveToStart() {
        if goesByNumber { go(to: 0) } else { moveFar(-1) }
    }

    /// Makes the row behind a number of rows active; a negative number counts from the end, and -1 is the last row.
    func go(to offset: Int) {
        act { node in
            guard node.can("goTo") else { return }
            memory.journey = Journey(
                generation: node.snapshot.generation, from: node.state["activeId"]?.stringValue ?? "")
            node.send("goTo", title: "Move", Params { $0.field("offset", offset) }) { _ in
                memory.journey?.isAnswered = true
            }
        }
    }

    /// True if the host goes to rows by their numbers; a search has no such action.
    private var goesByNumber: Bool { node.kind == "list" && node.has("goTo") }

    /// Makes the last row active.
    ///
    /// Missing rows are loaded first. If the user moves meanwhile, the movement to the end is stopped.
    func moveToEnd() {
        if goesByNumber {
            go(to: -1)
            memory.seeksEnd = !hasAll
            return
        }
        if hasAll { return moveFar(1) }
        // The host loads the rows of the requested window. If the window begins behind the end, it shows the end.
        memory.seeksEnd = true
        setWindow(Self.all)
        interface.needsFrame()
    }

    /// True while ``moveToEnd()`` waits for rows.
    var isSeekingEnd: Bool { memory.seeksEnd }

    /// Stops ``moveToEnd()``, and makes the last row that is shown active if the active row is not shown.
    func stopSeekingEnd() {
        if leaveWayToEnd() { sayStopped() }
    }

    /// Stops ``moveToEnd()`` without a message, and returns true if it was waiting for rows.
    ///
    /// Until then, the row from which the movement began may be active. It may be far away, so that a movement from it
    /// would lead back to it.
    private func leaveWayToEnd() -> Bool {
        guard memory.seeksEnd else { return false }
        memory.seeksEnd = false
        inTurn { node in
            let ids = node.state.objects("items").map { $0.text("id") }
            let active = node.state.value("activeId")?.stringValue ?? ""
            guard let last = ids.last, node.can("setActive") else { return }
            let isShown = ids.containsExactly(active)
            if isShown, !goesByNumber { return }
            node.send("setActive", isQuiet: true, Params { $0.field("id", isShown ? active : last) })
        }
        return true
    }

    private func sayStopped() {
        inTurn { _ in interface.say("The movement to the end was stopped: further rows are not loaded.") }
    }

    /// Completes ``moveToEnd()`` if it was waiting for rows and all rows are loaded.
    func seekEnd() {
        if goesByNumber {
            if memory.seeksEnd, !isOnTheWay, !isLoading { memory.seeksEnd = false }
        } else if memory.seeksEnd, !memory.pending.isNewer(than: node.snapshot), hasAll {
            moveFar(1)
        }
    }

    private func moveFar(_ direction: Int) {
        act { node in
            // If no row is active, a positive number activates the first row, and a negative one the last row.
            let isNowhere = node.state.value("activeId") == nil
            let rows = isNowhere ? -direction : direction * Self.all
            node.send("moveActive", title: "Move", Params { $0.field("by", rows) })
        }
    }

    private var isLoading: Bool { node.state.object("loads").object("append").text("status") == "loading" }

    private var hasAll: Bool {
        let state = node.state
        let loads = state.object("loads")
        let append = loads.value("append") ?? state.object("append")
        let isOver = append["endReached"]?.boolValue != false || append.text("status") == "failed"
        return isOver && loads.object("refresh").text("status") != "loading"
    }

    private func act(_ send: @escaping (Node) -> Void) {
        memory.seeksEnd = false
        memory.journey = nil
        inTurn(send)
        inTurn(followed)
    }

    /// Acts on the newest snapshot after all earlier requests are answered, so that a key acts on the row that they
    /// lead to.
    func inTurn(_ act: @escaping (Node) -> Void) {
        node.session.inTurn { act(node.newest) }
    }

    // MARK: Keys

    /// The keys that move the active row while the rows have the focus.
    var bindings: [Binding] {
        [
            Binding(.listUp, "Row up", .helpOnly) { move(by: -1) },
            Binding(.listDown, "Move", shownKeys: "↑↓") { move(by: 1) },
            Binding(.listPageUp, "Page up", .helpOnly) { movePage(by: -1) },
            Binding(.listPageDown, "Page down", .helpOnly) { movePage(by: 1) },
            Binding(.listFirst, "First row", .helpOnly) { moveToStart() },
            Binding(.listLast, "Last row", .helpOnly) { moveToEnd() },
        ]
    }

    /// The keys that move the active row while a text above the rows has the focus.
    var bindingsBesideText: [Binding] {
        [
            Binding(.searchUp, "Row up", .helpOnly) { move(by: -1) },
            Binding(.searchDown, "Move", shownKeys: "↑↓") { move(by: 1) },
            Binding(.searchPageUp, "Page up", .helpOnly) { movePage(by: -1) },
            Binding(.searchPageDown, "Page down", .helpOnly) { movePage(by: 1) },
            Binding(.searchFirst, "First row", .helpOnly) { moveToStart() },
            Binding(.searchLast, "Last row", .helpOnly) { moveToEnd() },
        ]
    }

    // MARK: Information

    /// Returns the range of the drawn rows and the number of all rows, for users; empty if no row is drawn.
    func position(_ arrangement: Arrangement) -> String {
        let shown = arrangement.rowCount
        guard shown > 0 else { return "" }
        let first = window.boundedNumber("offset") + arrangement.first + 1
        let of = node.state["totalCount"]?.intValue?.grouped ?? "\(count.grouped)+"
        return "rows \(first.grouped)–\((first + shown - 1).grouped) of \(of)"
    }
}
