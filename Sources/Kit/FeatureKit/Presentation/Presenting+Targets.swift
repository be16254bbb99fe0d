import FHJSON

/// The arguments of `present` in addition to the modal.
struct PresentRequest {
    /// The opening params of the modal's feature, merged over those that the modal declares; nil for none.
    let params: JSONValue?
    /// The ids of the rows that the presentation is about; nil for the rows that the modal's target names.
    let ids: [String]?

    init(_ params: JSONObject?, _ ids: [String]?) {
        self.params = params?.value
        self.ids = ids
    }
}

/// The rows that presentations are about.
extension Presenting {
    /// Makes a presentation about the current rows.
    func make(_ name: String, _ request: PresentRequest, _ state: State) throws(ActionRefusal) -> Presented {
        guard let modal = configuration.modals[name] else {
            let names = configuration.modals.keys.sorted().joined(separator: ", ")
            let known = names.isEmpty ? "this feature declares none" : "declared are \(names)"
            throw .invalidParams([
                .init(path: "/modal", code: "unknown", message: "there is no modal \(name); \(known)")
            ])
        }
        let asked = request.params.map { JSONText($0) } ?? .emptyObject
        let about = try row(in: request, of: modal, state)
        // An output contains the id of its row, which need not be active or marked.
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

    /// The row that the params of a request name; nil if the params name no row.
    ///
    /// For a modal with a target, the param `id` names the row. For any other modal, `id` can have another meaning, so
    /// that the params name a row only if they also contain values of the row.
    private func row(
        in request: PresentRequest, of modal: Modal, _ state: State
    ) throws(ActionRefusal) -> RowParams? {
        guard let params = request.params else { return nil }
        guard modal.target != nil, let id = SourceRow.id(params["id"]) else {
            return RowParams(params) { base.item($0, in: state.base) }
        }
        if let ids = request.ids, !isSameText(ids, [id]) {
            throw .invalidParams([
                .init(path: "/params/id", code: "invalid", message: "names another row than ids, which name the target")
            ])
        }
        guard let row = base.item(id, in: state.base) else { throw .gone([id]) }
        return RowParams(params, of: row)
    }

    /// The current rows that a modal is about; nil for a modal without a target.
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
        // If the value of a row is not loaded now, a later change of the value can't be detected.
        if !modal.dependsOn.isEmpty, let row = items.rows.first(where: \.isDropped) {
            throw .unavailable("dropped", detail: RowDetail.dropped(row.id))
        }
        return items
    }

    private func rows(_ ids: [String], _ state: State) throws(ActionRefusal) -> TargetedItems {
        var rows: [SourceRow] = []
        var missing: [String] = []
        var known: Set<ExactText> = []
        for id in ids where known.insert(ExactText(id)).inserted {
            if let row = base.item(id, in: state.base) { rows.append(row) } else { missing.append(id) }
        }
        if !missing.isEmpty { throw .gone(missing) }
        return TargetedItems(rows)
    }

    /// True if an action of the modal accepts only a single row.
    private func isAboutOneRow(_ modal: Modal) -> Bool {
        if modal.isAboutOneRow { return true }
        let actions = WireType.of(Self.self).actions.descriptions
        return (modal.buttons.compactMap(\.action) + [modal.onOutput].compactMap(\.self)).contains { link in
            actions.first { $0.name == link.name }.map { link.isAboutOneRow(by: $0.params.value) } ?? false
        }
    }

    /// The current status of the target rows of a presentation; nil for a modal without a target.
    func status(of presented: Presented, _ state: State) -> TargetStatus? {
        if presented.modal.target == nil { return nil }
        return presented.subject?.status(
            dependingOn: presented.modal.dependsOn, filter: base.rowFilter(in: state.base)
        ) { base.item($0, in: state.base) }
    }

    /// The current status of the row that a presentation without a target follows; nil if it follows no row.
    func followedStatus(of presented: Presented, _ state: State) -> TargetStatus? {
        if presented.modal.target != nil { return nil }
        return presented.subject?.status(dependingOn: [], filter: nil) { base.item($0, in: state.base) }
    }

    /// The occasion of the action for an output of the presented feature.
    ///
    /// Its rows are the target rows of the modal. If the modal has no target, they are the rows of the output. If the
    /// output has no rows either, the occasion has the row that the presentation follows.
    func occasion(of output: Output, of presented: Presented, _ state: State) -> LinkOccasion {
        var occasion = status(of: presented, state)?.occasion ?? LinkOccasion(ids: output.ids, hasOwnRows: false)
        if occasion.ids.isEmpty, occasion.except == nil, let row = presented.subject?.singleRow {
            occasion = LinkOccasion(ids: [row.id])
        }
        occasion.value = output.value
        occasion.version = output.version
        return occasion
    }

    /// Throws a refusal if the target rows are no longer the rows for which the presentation was requested.
    func checkTarget(of presented: Presented, _ state: State) throws(ActionRefusal) {
        guard let status = status(of: presented, state), let refusal = status.refusal else { return }
        // The inner feature refuses an action about a missing row, but can't detect that another row now has the id.
        let isOther = status.isGone && status.gone.contains { base.item($0.id, in: state.base) != nil }
        if isOther || status.isFilteredOtherwise { throw refusal }
    }

    /// Returns the effect that sends the action that the modal declares for an output.
    ///
    /// Nil if the action is refused, for example because the id of the row that the modal is about now belongs to
    /// another row.
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

    /// Shows the refusal of a declared action as an error.
    func showRefusal(_ refusal: ActionRefusal, of link: ActionLink, _ state: inout State) {
        guard let path = base.errors else { return }
        state.base[keyPath: path].add(refusal.failure(of: link.name), display: .alert, operation: link.name)
    }

    /// Updates the rows that the presentation is about, and notifies the presented feature of changes.
    func followTarget(_ state: inout State) -> Effect<Action> {
        guard var subject = state.presented?.subject else { return .none }
        // The marks may have changed since the request, but the presentation is about the rows of the request.
        let all = subject.asked.except.flatMap { base.allItems(except: $0, in: state.base) }
        subject.follow({ base.item($0, in: state.base) }, all: all)
        state.presented?.subject = subject
        // A held feature is not notified, because the changes can be those of its own unconfirmed edit.
        guard let row = subject.singleRow, state.presented?.isHeld == false else { return .none }
        let noted = noteRow(isGone: subject.isLost, &state)
        guard !subject.isLost, let item = base.item(row.id, in: state.base), !item.isDropped,
            state.presented?.modal.isInput == false
        else { return noted }
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
package enum RowDetail {
    package static func dropped(_ id: String) -> String {
        "the value of the row \(id) is not loaded; move the window to the row, and wait"
    }
}
