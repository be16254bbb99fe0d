import FHJSON

/// The declared fields of a form in order, as a tree of groups and repeated fields.
///
/// A field of a repeated field occurs once, regardless of the number of items. The fields of a repeated field form a
/// scope, and so do the fields of the form itself.
struct FieldTree: Sendable {
    struct Node: Sendable {
        let field: FieldConfiguration
        /// The index of the enclosing group or repeated field; nil at the top level.
        let parent: Int?
        /// The index of the field's scope; ``local`` is the field's position in the scope.
        let scope: Int
        let local: Int
        /// The index of the field's step.
        let step: Int
        /// The pointer to the field's declaration, from the form's declaration.
        let pointer: [String]
        /// The fields of a group or repeated field.
        var children: [Int] = []
        /// The scope of a repeated field's items.
        var itemScope: Int?
    }

    struct Scope: Sendable {
        /// The repeated field to whose items the scope belongs; nil for the form itself.
        let owner: Int?
        /// The scope that contains the field ``owner``; nil for the form itself.
        let parent: Int?
        var nodes: [Int] = []
    }

    private(set) var nodes: [Node] = []
    private(set) var scopes = [Scope(owner: nil, parent: nil)]
    /// The top-level fields, by step and section.
    private(set) var roots: [[[Int]]] = []
    /// The fields by parent (nil for the top level) and name.
    ///
    /// If several fields have the same name, the first one counts.
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

    /// The top-level fields of all steps.
    var allRoots: [Int] { roots.flatMap { $0.flatMap(\.self) } }

    /// Returns at most the first `count` fields in a parent or, if `parent` is nil, at the top level.
    func fields(in parent: Int?, atMost count: Int) -> [Int] {
        if let parent { return Array(nodes[parent].children.prefix(count)) }
        return Array(roots.lazy.joined().joined().prefix(count))
    }

    /// The names on the path to a field.
    func names(of node: Int) -> [String] {
        (nodes[node].parent.map { names(of: $0) } ?? []) + [nodes[node].field.name]
    }

    // MARK: References

    /// The reason why a reference can't be resolved.
    enum ReferenceMistake: Error, Equatable {
        case unknown
        /// The field is in a repeated field that does not contain the referring field.
        case isInItems
        case isGroup
    }

    /// Returns the index of the field that a condition, limit or rule names.
    ///
    /// - Parameter node: the field whose declaration contains the reference; nil if the form's declaration contains it.
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
    /// True if the form was declared with steps.
    var isStepped: Bool { steps.count > 1 || steps.first?.id.isEmpty == false }
}
