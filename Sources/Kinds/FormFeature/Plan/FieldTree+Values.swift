import FHJSON

/// Conversion of JSON values to field values.
extension FieldTree {
    /// The empty value of a field; for a repeated field, no rows.
    func empty(_ index: Int) -> FieldValue { nodes[index].field.emptyValue }

    /// The initial value of a field: its default, or the empty value.
    func initial(_ index: Int) -> FieldValue {
        guard let json = nodes[index].field.default?.value else { return empty(index) }
        return value(of: json, at: index) ?? empty(index)
    }

    /// The field value for a JSON value; nil if the field can't hold it.
    ///
    /// A repeated field's value consists of rows. A secure field and a group can't hold a JSON value.
    ///
    /// - Parameters:
    ///   - isWhole: true if the whole value is invalid when a nested field can't hold its part; false to omit such
    ///     parts.
    ///   - isOfRow: true for a member of a row. The items of a row are not new, so they get no defaults and keep
    ///     members without a field.
    func value(of json: JSONValue, at index: Int, isWhole: Bool = true, isOfRow: Bool = false) -> FieldValue? {
        let node = nodes[index]
        guard let scope = node.itemScope else {
            return node.type.value(of: json).map { $0 == .null ? empty(index) : $0 }
        }
        if json.isNull { return .rows([]) }
        guard json.isArray else { return nil }
        var rows: [FieldRow] = []
        for item in json.elements {
            var row = isOfRow ? emptyRow(of: scope) : initialRow(of: scope)
            let isRight = fill(&row, node.children, from: item, isWhole: isWhole, isOfRow: isOfRow)
            guard isRight || !isWhole && item.isObject else { return nil }
            rows.append(
                isOfRow
                    ? FieldRow(row, origin: JSONText(item), place: rows.count) : FieldRow(row))
        }
        return .rows(rows)
    }

    /// The number of fields that are created for a value: the fields of all items of repeated fields.
    func fieldCount(of json: JSONValue, at index: Int) -> Int {
        let node = nodes[index]
        func within(_ json: JSONValue) -> Int {
            node.children.reduce(0) { count, child in
                count + (json[nodes[child].field.name].map { fieldCount(of: $0, at: child) } ?? 0)
            }
        }
        guard let scope = node.itemScope else { return within(json) }
        return json.elements.reduce(0) { $0 + scopes[scope].nodes.count + within($1) }
    }

    /// The initial values of a new item's fields, by local index.
    func initialRow(of scope: Int) -> [FieldValue] { scopes[scope].nodes.map { initial($0) } }

    /// The empty values of the fields in a scope, by local index.
    func emptyRow(of scope: Int) -> [FieldValue] { scopes[scope].nodes.map { empty($0) } }

    /// The initial values of a form that is opened with values.
    ///
    /// - Parameter isOfRow: true if the values are the members of a row; false to use defaults for missing members.
    func row(openedWith values: JSONValue, isOfRow: Bool) -> FieldRow {
        var row = isOfRow ? emptyRow(of: 0) : initialRow(of: 0)
        fill(&row, allRoots, from: values, isOfRow: isOfRow)
        return FieldRow(row)
    }

    /// Copies the members of an object into a row.
    ///
    /// Secrets and unknown members are ignored.
    ///
    /// - Returns: false if a field can't hold its member. Such members are omitted.
    @discardableResult
    func fill(
        _ row: inout [FieldValue], _ fields: [Int], from json: JSONValue, isWhole: Bool = true, isOfRow: Bool = false
    ) -> Bool {
        if json.isNull { return true }
        guard json.isObject else { return false }
        var isRight = true
        for index in fields {
            guard let own = json[nodes[index].field.name] else { continue }
            switch nodes[index].type {
            case .group:
                let children = nodes[index].children
                if !fill(&row, children, from: own, isWhole: isWhole, isOfRow: isOfRow) { isRight = false }
            case .secure: break
            default:
                if let value = value(of: own, at: index, isWhole: isWhole, isOfRow: isOfRow) {
                    row[nodes[index].local] = value
                } else {
                    isRight = false
                }
            }
        }
        return isRight
    }
}

extension FieldTree.Node {
    var type: FieldType { field.type }
}
