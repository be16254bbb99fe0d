import FHJSON
import FHRows

/// The data that follow from a form's configuration alone, computed once.
struct FormPlan: Sendable {
    let tree: FieldTree
    /// The fields in the order of their declaration.
    let fields: [PlanField]
    /// The fields to recompute after a change of a field, by the index of the changed field.
    let readers: [[Int]]
    /// The rules of the form as a whole, with their messages.
    let rules: [(condition: PlanCondition, message: Message)]
    /// The visibility conditions of the steps; nil for a step that is always visible.
    let steps: [PlanCondition?]
    /// True for each field that a rule of the form or a condition of a step reads, by field index.
    let isReadByForm: [Bool]
    /// The constant part of a step's snapshot, by step: an object with `title` and `sections`.
    let heads: [JSONText]
    /// The fields whose options come from a source.
    let pickers: [Int]
    private let paths: [ExactText: Int]

    init(_ configuration: FormConfiguration) {
        let tree = FieldTree(configuration)
        let order = FieldOrder(tree, steps: configuration.steps)
        let steps = configuration.steps.map { step in step.visibleWhen.map { PlanCondition($0, tree, from: nil) } }
        let fields = tree.nodes.indices.map { index in
            PlanField(
                tree, index, rank: order.ranks[index], stepWhen: steps[tree.nodes[index].step],
                empty: configuration.empty)
        }
        var readers: [[Int]] = Array(repeating: [], count: fields.count)
        for (index, field) in fields.enumerated() {
            for other in Set(field.reads) where other != index { readers[other].append(index) }
        }
        rules = configuration.rules.map {
            (PlanCondition($0.condition, tree, from: nil), Message($0.code, $0.message, $0.severity))
        }
        let read = Set(rules.flatMap(\.condition.places) + steps.flatMap { $0?.places ?? [] })
        pickers = fields.indices.filter { fields[$0].optionsSource != nil }
        isReadByForm = fields.indices.map(read.contains)
        paths = Dictionary(
            tree.scopes[0].nodes.map { (ExactText(fields[$0].suffix), $0) }, uniquingKeysWith: { first, _ in first })
        heads = configuration.steps.indices.map { Self.encode(configuration, $0, tree, fields) }
        self.tree = tree
        self.fields = fields
        self.readers = readers
        self.steps = steps
    }

    func field(_ address: FieldAddress, _ state: FormState) -> PlanField {
        fields[index(address, state)]
    }

    func index(_ address: FieldAddress, _ state: FormState) -> Int {
        tree.scopes[state.scope(of: address.container)].nodes[address.local]
    }

    /// The address of the field at a path; nil if there is none.
    ///
    /// - Parameter frozen: the submitted values, by the index of the container. If they are given, the path can also
    ///   name an item by its index in the submitted values.
    func address(path: String, _ state: FormState, handedOn frozen: [Int: [FieldValue]]? = nil) -> FieldAddress? {
        if let index = paths[path] { return FieldAddress(0, tree.nodes[index].local) }
        guard let tokens = try? JSONPointer(parsing: path).tokens else { return nil }
        var among = tree.allRoots
        var container = 0
        var place = tokens[...]
        while let name = place.popFirst() {
            guard let index = among.first(where: { isSameText(fields[$0].name, name) }) else { return nil }
            let address = FieldAddress(container, tree.nodes[index].local)
            if place.isEmpty { return address }
            among = tree.nodes[index].children
            if tree.nodes[index].itemScope != nil {
                guard let key = place.popFirst(),
                    let item = state.item(key, in: address)
                        ?? frozen.flatMap({ Self.item(at: key, of: address, $0, state) })
                else { return nil }
                container = item
            }
        }
        return nil
    }

    /// The item that was submitted at an index, even if it was moved since then; nil if it was removed.
    private static func item(
        at index: String, of address: FieldAddress, _ frozen: [Int: [FieldValue]], _ state: FormState
    ) -> Int? {
        guard let number = Int(index), String(number) == index, number >= 0, let fields = frozen[address.container],
            fields.indices.contains(address.local), case .items(let items) = fields[address.local],
            items.indices.contains(number), state.item(FormState.key(ofItem: items[number]), in: address) != nil
        else { return nil }
        return items[number]
    }

    /// The groups and repeated fields that contain a field, innermost first.
    func addresses(around address: FieldAddress, _ state: FormState) -> [FieldAddress] {
        var found: [FieldAddress] = []
        var inner = address
        while true {
            if let parent = tree.nodes[index(inner, state)].parent, tree.nodes[parent].itemScope == nil {
                inner = FieldAddress(inner.container, tree.nodes[parent].local)
            } else if let owner = state.owner(of: inner.container) {
                inner = owner
            } else {
                return found
            }
            found.append(inner)
        }
    }

    func path(of address: FieldAddress, _ state: FormState) -> String {
        let suffix = field(address, state).suffix
        return address.container == 0 ? suffix : prefix(of: address.container, state) + suffix
    }

    /// The path of an item; empty for the form itself.
    func prefix(of container: Int, _ state: FormState) -> String {
        guard let owner = state.owner(of: container) else { return "" }
        return path(of: owner, state) + "/" + FormState.key(ofItem: container)
    }

    private static func encode(
        _ configuration: FormConfiguration, _ step: Int, _ tree: FieldTree, _ fields: [PlanField]
    ) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("title", configuration.title)
            json.key("sections")
            json.beginArray()
            for (section, roots) in zip(configuration.steps[step].sections, tree.roots[step]) {
                json.beginObject()
                if let header = section.header { json.field("header", header) }
                if let footer = section.footer { json.field("footer", footer) }
                json.key("fields")
                json.beginArray()
                for root in roots { json.value(fields[root].suffix) }
                json.endArray()
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }
}
