/// A minimal model of presentation, stacks, blocks and confirmations, with a record of blocked actions.
final class PresentationModel {
    enum Act {
        // For every level.
        case present(LevelModal, isReplacing: Bool)
        case dismiss(key: String), press(key: String, button: String), confirmDiscard, keepEditing, reset
        // For pages.
        case note(String), later(String), setDirty(Bool), submit, discard, expire
        // For flows.
        case push(String), pop(Int?), popTo(key: String), popToRoot, replace([String]), complete
        // For both.
        case cancel, fail
        // Consequences of other actions.
        case take, end(Level.Sheet), popTop(Level), giveUp, failed, started, timedOut
    }

    /// The ends of blocked actions.
    enum Ending: CaseIterable {
        case done, kept, replaced, changesGone, levelGone, closed
    }

    private enum Outcome {
        case completed, cancelled, discarded, timedOut, failed
    }

    let root = Level(isFlow: true, in: nil)
    /// The applied actions with their levels, one for each revision.
    private(set) var applied: [(level: Level, act: Act)] = []
    private(set) var blocked: (level: Level, act: Act)?
    private(set) var blockedCount = 0
    private(set) var endings: [Ending: Int] = [:]
    private var timers: [(due: Int, level: Level, act: Act)] = []
    private var queue: [(level: Level, act: Act)] = []
    private var now = 0

    init() {
        start(root)
        drain()
    }

    func send(_ act: Act, to level: Level) {
        queue.append((level, act))
        drain()
    }

    func advance(by milliseconds: Int) {
        let end = now + milliseconds
        while let due = timers.map(\.due).min(), due <= end, let next = timers.firstIndex(where: { $0.due == due }) {
            let timer = timers.remove(at: next)
            now = due
            send(timer.act, to: timer.level)
        }
        now = end
    }

    /// The level that blocks; nil if nothing is blocked.
    var blockedBy: Level? { blocked.flatMap { unsaved(lostBy: $0.act, in: $0.level) } }

    /// Returns the number of running effects of a level, of the levels above it and of the levels inside it.
    func effects(in level: Level) -> Int {
        let all = level.all
        return timers.count { timer in all.contains { $0 === timer.level } }
    }

    func close() { settle(.closed) }

    // MARK: The turn

    private func drain() {
        while !queue.isEmpty {
            let (level, act) = queue.removeFirst()
            if !level.isThere { continue }
            applied.append((level, act))
            if unsaved(lostBy: act, in: level) != nil {
                settle(.replaced)
                blocked = (level, act)
                blockedCount += 1
                continue
            }
            perform(act, in: level)
            timers.removeAll { !$0.level.isThere }
            if let blocked, !blocked.level.isThere {
                settle(.levelGone)
            } else if blocked != nil, blockedBy == nil {
                settle(.changesGone)
            }
        }
    }

    private func settle(_ ending: Ending) {
        if blocked == nil { return }
        blocked = nil
        endings[ending, default: 0] += 1
    }

    private func start(_ level: Level) {
        if !level.isFlow { queue.append((level, .note("started"))) }
        // The root has no timeout.
        if level.isFlow, level.parent != nil { queue.append((level, .started)) }
        for page in level.stack { start(page) }
    }

    // MARK: Effects of actions

    /// Returns the level whose unsaved changes an action would lose.
    private func unsaved(lostBy act: Act, in level: Level) -> Level? {
        switch act {
        case .dismiss(let key), .press(let key, _): return level.sheet?.key == key ? level.sheet?.level?.unsaved : nil
        case .present(_, isReplacing: true): return level.sheet?.level?.unsaved
        case .cancel: return level.isFlow && level.status == "active" ? Level.unsaved(in: level.stack) : nil
        case .pop, .popTo, .popToRoot, .replace:
            return level.status == "active" ? Level.unsaved(in: level.stack.suffix(count(takenOffBy: act, level))) : nil
        default: return nil
        }
    }

    private func count(takenOffBy act: Act, _ level: Level) -> Int {
        let all = level.stack.count
        return switch act {
        case .pop(let count): min(count ?? 1, all - 1)
        case .popTo(let key): level.stack.firstIndex { $0.key == key }.map { all - 1 - $0 } ?? 0
        case .popToRoot: all - 1
        case .replace(let routes): all - zip(routes, level.stack).prefix { $0 == $1.route }.count
        default: 0
        }
    }

    private func perform(_ act: Act, in level: Level) {
        switch act {
        case .note(let word): level.log.append(word)
        case .take: level.log.append("take")
        case .later(let word): timers.append((now + 10, level, .note(word)))
        case .setDirty(let isDirty): level.isDirty = isDirty
        case .submit:
            level.isDirty = false
            handOn(.completed, of: level)
        case .discard: handOn(.discarded, of: level)
        case .expire: handOn(.timedOut, of: level)
        case .cancel where !level.isFlow: handOn(.cancelled, of: level)
        case .fail where !level.isFlow: handOn(.failed, of: level)
        case .present(let modal, let isReplacing):
            let sheet = Level.Sheet(modal)
            if level.sheet == nil || isReplacing { show(sheet, over: level) } else { level.queue.append(sheet) }
        case .dismiss(let key): end(key, over: level)
        case .end(let sheet): end(sheet.key, over: level)
        case .press(let key, let button):
            end(key, over: level)
            if button == "leave" { queue.append((level, .cancel)) }
        case .confirmDiscard:
            guard let blocked else { return }
            settle(.done)
            perform(blocked.act, in: blocked.level)
        case .keepEditing: settle(.kept)
        case .reset:
            if blocked?.level === level { settle(.levelGone) }
            timers.removeAll { $0.level === level }
            level.begin()
            start(level)
        default: if level.status == "active" { navigate(act, in: level) }
        }
    }

    private func navigate(_ act: Act, in flow: Level) {
        switch act {
        case .started: timers.append((now + LevelModal.timeoutMs, flow, .timedOut))
        case .push(let route): push(route, on: flow)
        case .pop, .popTo, .popToRoot: flow.stack.removeLast(count(takenOffBy: act, flow))
        case .popTop(let page): if flow.stack.last === page { flow.stack.removeLast() }
        case .replace(let routes):
            flow.stack.removeLast(count(takenOffBy: act, flow))
            for route in routes.dropFirst(flow.stack.count) { push(route, on: flow) }
        case .complete: end(flow, "completed", .completed)
        case .cancel, .giveUp: end(flow, "cancelled", .discarded)
        case .timedOut: end(flow, "timedOut", .timedOut)
        case .fail, .failed: end(flow, "failed", .failed)
        default: break
        }
    }

    private func push(_ route: String, on flow: Level) {
        let page = Level(isFlow: route == "flow", in: flow, route: route)
        flow.stack.append(page)
        start(page)
    }

    private func end(_ flow: Level, _ status: String, _ outcome: Outcome) {
        flow.status = status
        timers.removeAll { $0.level === flow }
        handOn(outcome, of: flow)
    }

    private func show(_ sheet: Level.Sheet, over level: Level) {
        level.sheet = sheet
        if !sheet.modal.holdsLevel { return }
        let presented = Level(isFlow: sheet.modal.isFlow, in: level)
        sheet.level = presented
        start(presented)
    }

    private func end(_ key: String, over level: Level) {
        guard level.sheet?.key == key else { return level.queue.removeAll { $0.key == key } }
        level.sheet = nil
        if !level.queue.isEmpty { show(level.queue.removeFirst(), over: level) }
    }

    // MARK: Outputs of levels

    private func handOn(_ outcome: Outcome, of level: Level) {
        guard let parent = level.parent else { return }
        guard let sheet = parent.sheet, sheet.level === level else { return handOn(outcome, of: level, on: parent) }
        if outcome == .cancelled { return queue.append((parent, .dismiss(key: sheet.key))) }
        if outcome == .completed, sheet.modal == .taken {
            // A flow does not accept the output, so that the sheet stays.
            if parent.isFlow { return }
            queue.append((parent, .take))
        }
        queue.append((parent, .end(sheet)))
    }

    private func handOn(_ outcome: Outcome, of page: Level, on flow: Level) {
        guard flow.status == "active", let index = flow.stack.firstIndex(where: { $0 === page }) else { return }
        let isTop = index == flow.stack.count - 1
        switch outcome {
        case _ where index == 0:
            let end: Act =
                switch outcome {
                case .completed: .complete
                case .cancelled: .cancel
                case .discarded: .giveUp
                case .timedOut: .timedOut
                case .failed: .failed
                }
            queue.append((flow, end))
        case .completed:
            let under = flow.stack[index - 1]
            if page.route == "taken" {
                if under.isFlow { return }
                queue.append((under, .take))
            }
            if isTop { queue.append((flow, .popTop(page))) }
            if page.route != "taken" { handOn(.completed, of: flow) }
        case .cancelled: if isTop { queue.append((flow, .pop(nil))) }
        default: if isTop { queue.append((flow, .popTop(page))) }
        }
    }
}
