import FeatureKit
import JSON
import Querying

/// What can be picked, where a source says so.
extension Form {
    /// With the field's place behind it: by its path alone a field of items is not told from one of the form.
    static let optionsOperation = "options "
    /// How many are asked for at once; a person looks for the others by words.
    static let optionsLimit = 100

    func fetchOptions(_ index: Int, _ query: String, _ state: inout FormState) -> Effect<Action> {
        guard let options = plan.fields[index].optionsSource else { return .none }
        state.options[index, default: OptionList()].status = .loading
        state.options[index]?.query = query
        state.errors.removeAll(of: Self.optionsOperation + "\(index)")
        noteOptions(index, &state)
        let asked = query.isEmpty ? RowQuery.all : RowQuery(text: query, textKeys: [options.title])
        let request = FetchRequest(start: .offset(0), limit: Self.optionsLimit, query: asked)
        return .ask("options", name: "fetch", options.source.fetch(request)) {
            .optionsFetched(field: index, query: query, $0)
        }
        .cancellable("options-\(index)", cancelInFlight: true)
    }

    func optionsFetched(
        _ index: Int, _ query: String, _ result: Result<Page, Failure>, _ state: inout FormState
    ) -> Effect<Action> {
        guard let source = plan.fields[index].optionsSource, var list = state.options[index], list.query == query else {
            return .none
        }
        switch result {
        case .success(let page):
            list.status = .idle
            list.endReached = page.endReached
            list.options = page.rows.compactMap { row in
                let values = row.value.value
                guard let value = values[source.value].flatMap({ FieldValue(scalar: $0) }) else { return nil }
                let title = values[source.title]
                let text = title?.stringValue ?? title.map { JSONText($0).string }
                return OptionList.Option(value: value, title: text ?? row.id)
            }
            for option in list.options { list.titles[option.value] = option.title }
        case .failure(let failure):
            list.status = .failed
            state.errors.add(failure, display: .inline, operation: Self.optionsOperation + "\(index)")
        }
        state.options[index] = list
        noteOptions(index, &state)
        return .none
    }

    /// Every field of one declaration shows the same options.
    private func noteOptions(_ index: Int, _ state: inout FormState) {
        let node = plan.tree.nodes[index]
        for (number, container) in state.containers.enumerated() where container?.scope == node.scope {
            state.unwritten.insert(FieldAddress(number, node.local))
        }
    }
}

extension OptionList {
    /// The options, with those in front that were picked and are not among them.
    func shown(with value: FieldValue) -> [FieldOption] {
        let picked: [FieldValue] =
            switch value {
            case .list(let items): items
            case .null: []
            default: [value]
            }
        let known = Set(options.map(\.value))
        let missing = picked.filter { !known.contains($0) }
        return missing.map { FieldOption($0, title: titles[$0]) }
            + options.map { FieldOption($0.value, title: $0.title) }
    }
}

extension FieldOption {
    fileprivate init(_ value: FieldValue, title: String?) {
        self.init(value: JSONText.build { value.write(to: &$0) }, title: title)
    }
}
