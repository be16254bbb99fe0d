import FHJSON
import FeatureKit

/// Options that pickers load from a source.
extension Form {
    /// The prefix of the name of the operation that loads options; the index of the field's declaration follows.
    ///
    /// All items of a repeated field share the options of a field, so no single path names the field.
    static let optionsOperation = "options "
    /// The number of options per request.
    ///
    /// Clients request further options by page or by search.
    static let optionsLimit = 100

    /// Loads the first options for a query.
    ///
    /// If the source can search, it receives the query. Otherwise it filters its rows by the options' titles.
    func fetchOptions(_ index: Int, _ query: String, _ state: inout FormState) -> Effect<Action> {
        state.options[index, default: OptionList()].query = query
        // The start of the next page belongs to the previous query.
        state.options[index]?.next = nil
        return fetch(index, from: nil, &state)
    }

    /// Loads the next page of options.
    func fetchMoreOptions(_ index: Int, _ state: inout FormState) -> Effect<Action> {
        guard let next = state.options[index]?.next else { return .none }
        return fetch(index, from: next, &state)
    }

    private func fetch(_ index: Int, from next: OptionList.Next?, _ state: inout FormState) -> Effect<Action> {
        guard let options = plan.fields[index].optionsSource, let query = state.options[index]?.query else {
            return .none
        }
        state.options[index]?.status = .loading
        state.errors.removeAll(of: Self.optionsOperation + "\(index)")
        noteOptions(index, &state)
        let effect: Effect<Action>
        let words = query.trimmingWhiteSpace
        let isFirst = next == nil
        if !words.isEmpty, options.source.capabilities.contains(.search) {
            let cursor: String? = if case .cursor(let cursor) = next { cursor } else { nil }
            let request = SearchRequest(query: words, limit: Self.optionsLimit, cursor: cursor)
            effect = .ask("options", name: "search", options.source.search(request)) {
                .optionsFetched(field: index, query: query, isFirst: isFirst, $0.map(\.page))
            }
        } else {
            let start: FetchRequest.Start =
                switch next {
                case nil: .offset(0)
                case .offset(let offset): .offset(offset)
                case .cursor(let cursor): .cursor(cursor)
                }
            let asked = words.isEmpty ? RowQuery.all : RowQuery(text: words, textKeys: [options.title])
            let request = FetchRequest(start: start, limit: Self.optionsLimit, query: asked)
            effect = .ask("options", name: "fetch", options.source.fetch(request)) {
                .optionsFetched(field: index, query: query, isFirst: isFirst, $0)
            }
        }
        return effect.cancellable("options-\(index)", cancelInFlight: true)
    }

    func optionsFetched(
        _ index: Int, _ query: String, isFirst: Bool, _ result: Result<Page, Failure>, _ state: inout FormState
    ) -> Effect<Action> {
        guard let source = plan.fields[index].optionsSource, var list = state.options[index], list.query == query else {
            return .none
        }
        switch result {
        case .success(let page):
            list.status = .idle
            list.endReached = page.endReached
            list.next = list.next(behind: page, isFirst: isFirst)
            list.add(source.options(in: page), isFirst: isFirst)
        case .failure(let failure):
            list.status = .failed
            state.errors.add(failure, display: .inline, operation: Self.optionsOperation + "\(index)")
        }
        state.options[index] = list
        noteOptions(index, &state)
        return .none
    }

    /// Marks all fields with this declaration as changed, because they share their options.
    func noteOptions(_ index: Int, _ state: inout FormState) {
        for address in plan.addresses(of: index, state) { state.unwritten.insert(address) }
    }
}

extension FormPlan {
    /// Returns the addresses of all fields with this declaration: a single field, or one field in each item.
    func addresses(of index: Int, _ state: FormState) -> [FieldAddress] {
        let node = tree.nodes[index]
        return state.containers.enumerated().compactMap { number, container in
            container?.scope == node.scope ? FieldAddress(number, node.local) : nil
        }
    }
}

extension OptionsSource {
    func options(in page: Page) -> [OptionList.Option] {
        page.rows.compactMap { row in
            let values = row.value.value
            guard let value = values[value].flatMap({ FieldValue(scalar: $0) }) else { return nil }
            let title = values[title]
            let text = title?.stringValue ?? title.map { JSONText($0).string }
            return OptionList.Option(value: value, title: text ?? row.id)
        }
    }
}

extension OptionList {
    /// The start of the page after `page`; nil at the end of the options.
    fileprivate func next(behind page: Page, isFirst: Bool) -> Next? {
        if page.endReached { return nil }
        if let cursor = page.nextCursor { return .cursor(cursor) }
        let before = if !isFirst, case .offset(let offset)? = next { offset } else { 0 }
        return page.rows.isEmpty ? nil : .offset(before + page.rows.count)
    }

    /// Returns the options to show: first the picked values that are not among the loaded options, then the
    /// loaded options.
    func shown(with value: FieldValue) -> [FieldOption] {
        let known = Set(options.map(\.value))
        let missing = value.picked.filter { !known.contains($0) }
        return missing.map { FieldOption($0, title: titles[$0]) }
            + options.map { FieldOption($0.value, title: $0.title) }
    }
}

extension FieldOption {
    fileprivate init(_ value: FieldValue, title: String?) {
        self.init(value: JSONText.build { value.write(to: &$0) }, title: title)
    }
}

extension String {
    fileprivate var trimmingWhiteSpace: String {
        if case .text(let text) = FieldValue.text(self).trimmed { text } else { "" }
    }
}
