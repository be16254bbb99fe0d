import JSON

/// What fields hold for JSON values.
extension FieldTree {
    /// What a field holds where nothing is entered; of a repeated field no rows.
    func empty(_ index: Int) -> FieldValue {
        let field = nodes[index].field
        return switch field.type {
        case .text, .multiline, .email, .file: .text("")
        case .secure: .secret(Secret())
        case .toggle: .bool(false)
        case .stepper, .slider:
            if case .number(let minimum) = field.constraints.limits[.minimum] {
                .number(minimum)
            } else {
                .number(.integer(0))
            }
        case .multiPicker: .list([])
        case .repeated: .rows([])
        case .number, .picker, .date, .time, .dateTime, .group: .null
        }
    }

    /// What a field holds where nothing else says anything.
    func initial(_ index: Int) -> FieldValue {
        guard let json = nodes[index].field.default?.value else { return empty(index) }
        return value(of: json, at: index) ?? empty(index)
    }

    /// What a field holds for a JSON value; nil where it can't hold such a one at all.
    ///
    /// A secure field holds none. Of a repeated field these are rows; a group holds nothing itself.
    ///
    /// - Parameters:
    ///   - isWhole: whether items are none where a field in them can't hold what is there for it; else that is left out
    ///     of them.
    ///   - isOfRow: whether it is the member of a row: its items are not new, so that they get no defaults, and they keep
    ///     members that no field shows.
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
                    ? FieldRow(row, origin: item.isObject ? JSONText(item) : nil, place: rows.count) : FieldRow(row))
        }
        return .rows(rows)
    }

    /// How many fields are made for a value: those of a repeated field's items, whatever is said of them.
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

    /// What the fields of a new item hold at first, by their places.
    func initialRow(of scope: Int) -> [FieldValue] { scopes[scope].nodes.map { initial($0) } }

    /// What fields hold where nothing is entered, by their places.
    func emptyRow(of scope: Int) -> [FieldValue] { scopes[scope].nodes.map { empty($0) } }

    /// What the fields of a form hold that is opened with values.
    ///
    /// - Parameter isOfRow: whether these are the members of a row; else defaults stand for those that it lacks.
    func row(openedWith values: JSONValue, isOfRow: Bool) -> FieldRow {
        var row = isOfRow ? emptyRow(of: 0) : initialRow(of: 0)
        fill(&row, allRoots, from: values, isOfRow: isOfRow)
        return FieldRow(row)
    }

    /// Puts an object's members into a row; secrets, and what no field is named like, are passed over.
    ///
    /// - Returns: whether the fields can hold all the others; those that they can't are left out.
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
