import JSON

/// What is asked for with `present`, beside the modal.
struct PresentRequest {
    /// The params that the feature is opened with, over those that are declared.
    let params: JSONValue?
    /// The rows that it is to be about, instead of those that the modal's target names.
    let ids: [String]?

    init(_ params: JSONObject?, _ ids: [String]?) {
        self.params = params?.value
        self.ids = ids
    }
}

/// The rows that presentations are about.
extension Presenting {
    /// Makes what is to be presented, with the rows that it is about as they are now.
    func make(_ name: String, _ request: PresentRequest, _ state: State) throws(ActionRefusal) -> Presented {
        guard let modal = configuration.modals[name] else {
            let names = configuration.modals.keys.sorted().joined(separator: ", ")
            let known = names.isEmpty ? "this feature declares none" : "declared are \(names)"
            throw .invalidParams([
                .init(path: "/modal", code: "unknown", message: "there is no modal \(name); \(known)")
            ])
        }
        let asked = request.params.map { JSONText($0) } ?? .emptyObject
        let about = request.params.flatMap { RowParams($0) { base.item($0, in: state.base) } }
        // An output names its row, which need not be the active one, or marked.
        let target = try target(of: modal, named: name, request.ids ?? about.map { [$0.row.id] }, state)
        var presented = Presented(
            key: "", name: name, modal: modal, options: about?.rest ?? asked,
            subject: (target ?? about.map { TargetedItems([$0.row]) }).map {
                PresentedTarget($0, filter: base.rowFilter(in: state.base))
            },
            feature: nil, state: nil)
        presented.known = presented.subject?.singleRow.map { followed($0, state) }
        do {
            presented.feature = try modal.feature?.make(presented.params.value, keys: keys)
        } catch {
            throw error.below("/params")
        }
        return presented
    }

    /// The rows that a modal is about now; nil for one without a target.
    private func target(
        of modal: Modal, named name: String, _ ids: [String]?, _ state: State
    ) throws(ActionRefusal) -> TargetedItems? {
        guard let target = modal.target else { return nil }
        let items: TargetedItems?
        if let ids {
            items = try rows(ids, state)
        } else {
            items =
                switch target {
                case .activeItem: base.activeItem(in: state.base).map { TargetedItems([$0]) }
                case .selection: try base.targetedItems(in: state.base)
                }
        }
        guard let items, items.count != 0 else { throw .unavailable("noTarget") }
        if let row = items.single {
            if row.isDropped { throw .unavailable("dropped", detail: RowDetail.dropped(row.id)) }
            return items
        }
        if target == .activeItem || isAboutOneRow(modal) {
            let count = items.count.map { "\($0)" } ?? "more"
            throw .unavailable("severalRows", detail: "\(name) is about one row, and not about \(count)")
        }
        // Nobody can say later that a value changed which is not known now.
        if !modal.dependsOn.isEmpty, let row = items.rows.first(where: \.isDropped) {
            throw .unavailable("dropped", detail: RowDetail.dropped(row.id))
        }
        return items
    }

    private func rows(_ ids: [String], _ state: State) throws(ActionRefusal) -> TargetedItems {
        var rows: [SourceRow] = []
        var missing: [String] = []
        for id in ids {
            if let row = base.item(id, in: state.base) { rows.append(row) } else { missing.append(id) }
        }
        if !missing.isEmpty { throw .gone(missing) }
        return TargetedItems(rows)
    }

    /// Whether an action of the modal is about a single row: it can't be sent for several.
    private func isAboutOneRow(_ modal: Modal) -> Bool {
        if modal.isAboutOneRow { return true }
        let actions = WireType.of(Self.self).actions.descriptions
        return (modal.buttons.compactMap(\.action) + [modal.onOutput].compactMap(\.self)).contains { link in
            actions.first { $0.name == link.name }.map { link.isAboutOneRow(by: $0.params.value) } ?? false
        }
    }

    /// How the rows that a presentation is about are now; nil where it is about none.
    func status(of presented: Presented, _ state: State) -> TargetStatus? {
        if presented.modal.target == nil { return nil }
        return presented.subject?.status(
            dependingOn: presented.modal.dependsOn, filter: base.rowFilter(in: state.base)
        ) { base.item($0, in: state.base) }
    }

    /// How the row is now that a presentation without a target follows; nil where it follows none.
    func followedStatus(of presented: Presented, _ state: State) -> TargetStatus? {
        if presented.modal.target != nil { return nil }
        return presented.subject?.status(dependingOn: [], filter: nil) { base.item($0, in: state.base) }
    }

    /// What the action is sent for that takes an output of the feature that is presented: the target, else the rows of the
    /// output, else the row that the feature follows.
    func occasion(of output: Output, of presented: Presented, _ state: State) -> LinkOccasion {
        var occasion = status(of: presented, state)?.occasion ?? LinkOccasion(ids: output.ids, hasOwnRows: false)
        if occasion.ids.isEmpty, occasion.except == nil, let row = presented.subject?.singleRow {
            occasion = LinkOccasion(ids: [row.id])
        }
        occasion.value = output.value
        occasion.version = output.version
        return occasion
    }

    /// Refuses what is about rows that are not the ones which the presentation was asked for.
    func checkTarget(of presented: Presented, _ state: State) throws(ActionRefusal) {
        guard let status = status(of: presented, state), let refusal = status.refusal else { return }
        // A row that is not there is refused by whoever has the rows; another one may have its id.
        let isOther = status.isGone && status.gone.contains { base.item($0.id, in: state.base) != nil }
        if isOther || status.isFilteredOtherwise { throw refusal }
    }

    /// Sends what the modal declares for an output; nil where it is refused, as for a row whose id another row has by now.
    func send(
        _ link: ActionLink, for output: Output, of presented: Presented, _ state: inout State
    ) -> Effect<Action>? {
        do {
            try checkTarget(of: presented, state)
        } catch {
            showRefusal(error, of: link, &state)
            return nil
        }
        return send(link, for: occasion(of: output, of: presented, state), &state)
    }

    /// Shows why a declared action is refused.
    func showRefusal(_ refusal: ActionRefusal, of link: ActionLink, _ state: inout State) {
        guard let path = base.errors else { return }
        state.base[keyPath: path].add(refusal.failure(of: link.name), display: .alert, operation: link.name)
    }

    /// Notes how the rows are now that the presentation is about, and notifies the feature that it holds.
    func followTarget(_ state: inout State) -> Effect<Action> {
        guard var subject = state.presented?.subject else { return .none }
        // Marks may have changed since: the question is about the rows that it was asked for.
        let all = subject.asked.except.flatMap { base.allItems(except: $0, in: state.base) }
        subject.follow({ base.item($0, in: state.base) }, all: all)
        state.presented?.subject = subject
        // What the edit of a held feature does to the row is no news to it.
        guard let row = subject.singleRow, state.presented?.isHeld == false else { return .none }
        let noted = noteRow(isGone: subject.isLost, &state)
        guard !subject.isLost, let item = base.item(row.id, in: state.base), !item.isDropped else { return noted }
        let now = followed(item, state)
        if now == state.presented?.known { return noted }
        state.presented?.known = now
        guard let presented = state.presented, let feature = presented.feature, let child = presented.state,
            let action = feature.follow(presented.params.value, in: child)
        else { return noted }
        return .merge(noted, embed(.send(action), key: presented.key))
    }

    private func noteRow(isGone: Bool, _ state: inout State) -> Effect<Action> {
        guard let presented = state.presented, presented.isToldGone != isGone else { return .none }
        state.presented?.isToldGone = isGone
        guard let feature = presented.feature, let child = presented.state,
            let action = feature.noteRow(isGone: isGone, in: child)
        else { return .none }
        return embed(.send(action), key: presented.key)
    }
}

/// Sentences about rows in refusals.
enum RowDetail {
    static func dropped(_ id: String) -> String {
        "the value of the row \(id) is not loaded just now; bring the window to it, and wait"
    }
}
