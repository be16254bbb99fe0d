import JSON

/// The fields of a form as they are declared, in their order, with what is in what.
///
/// A repeated field's fields are there once, whatever items there are: they are a scope of their own, and so are those
/// of the form itself.
struct FieldTree: Sendable {
    struct Node: Sendable {
        let field: FieldConfiguration
        /// The group or repeated field that it is in.
        let parent: Int?
        /// The scope that it is in, and its place there.
        let scope: Int
        let local: Int
        /// The step that it is in.
        let step: Int
        /// Where it is declared, from the form's declaration.
        let pointer: [String]
        /// Of a group or repeated field, its own fields.
        var children: [Int] = []
        /// Of a repeated field, the scope of its items.
        var itemScope: Int?
    }

    struct Scope: Sendable {
        /// The repeated field whose items these are; nil for the form itself.
        let owner: Int?
        /// The scope that the owner is in.
        let parent: Int?
        var nodes: [Int] = []
    }

    private(set) var nodes: [Node] = []
    private(set) var scopes = [Scope(owner: nil, parent: nil)]
    /// The fields that are in no other, by step and section.
    private(set) var roots: [[[Int]]] = []
    /// By the field that they are in, nil for those that are in no other: the fields by name, of the same name the first.
    private var named: [Int?: [String: Int]] = [:]

    init(_ configuration: FormConfiguration) {
        let isStepped = configuration.isStepped
        for (step, declared) in configuration.steps.enumerated() {
            let prefix = isStepped ? ["steps", "\(step)"] : []
            var sections: [[Int]] = []
            for (place, section) in declared.sections.enumerated() {
                let pointer = prefix + ["sections", "\(place)"]
                sections.append(add(section.fields, parent: nil, scope: 0, step: step, pointer))
            }
            roots.append(sections)
        }
    }

    private mutating func add(
        _ fields: [FieldConfiguration], parent: Int?, scope: Int, step: Int, _ pointer: [String]
    ) -> [Int] {
        fields.enumerated().map { place, field in
            let index = nodes.count
            let own = pointer + ["fields", "\(place)"]
            if named[parent]?[field.name] == nil { named[parent, default: [:]][field.name] = index }
            nodes.append(
                Node(
                    field: field, parent: parent, scope: scope, local: scopes[scope].nodes.count, step: step,
                    pointer: own))
            scopes[scope].nodes.append(index)
            switch field.type {
            case .group:
                nodes[index].children = add(field.fields, parent: index, scope: scope, step: step, own)
            case .repeated:
                scopes.append(Scope(owner: index, parent: scope))
                nodes[index].itemScope = scopes.count - 1
                nodes[index].children = add(
                    field.fields, parent: index, scope: scopes.count - 1, step: step, own)
            default: break
            }
            return index
        }
    }

    /// All fields that are in no other.
    var allRoots: [Int] { roots.flatMap { $0.flatMap(\.self) } }

    /// The first fields that are in another; nil for those that are in none.
    func fields(in parent: Int?, atMost count: Int) -> [Int] {
        if let parent { return Array(nodes[parent].children.prefix(count)) }
        return Array(roots.lazy.joined().joined().prefix(count))
    }

    /// The names that lead to a field.
    func names(of node: Int) -> [String] {
        (nodes[node].parent.map { names(of: $0) } ?? []) + [nodes[node].field.name]
    }

    // MARK: References

    /// Why a name stands for no field that can be read.
    enum ReferenceMistake: Error, Equatable {
        case unknown
        /// It is in a repeated field that whoever reads it is not in.
        case isInItems
        case isGroup
    }

    /// The field that a condition, limit or rule names.
    ///
    /// - Parameter node: the field whose declaration names it; nil for the form's own.
    func find(_ reference: String, from node: Int?) throws(ReferenceMistake) -> Int {
        let isAbsolute = reference.hasPrefix("/")
        let pointer = try? JSONPointer(parsing: isAbsolute ? reference : "/" + reference)
        guard let names = pointer?.tokens, !names.isEmpty else { throw .unknown }
        var found = isAbsolute ? nil : node.flatMap { nodes[$0].parent }
        for name in names {
            guard let next = named[found]?[name] else { throw .unknown }
            found = next
        }
        guard let found else { throw .unknown }
        if nodes[found].field.type == .group { throw .isGroup }
        var scope = node.map { nodes[$0].scope } ?? 0
        while scope != nodes[found].scope {
            guard let outer = scopes[scope].parent else { throw .isInItems }
            scope = outer
        }
        return found
    }
}

extension FormConfiguration {
    /// Whether it was declared in steps.
    var isStepped: Bool { steps.count > 1 || steps.first?.id.isEmpty == false }
}
