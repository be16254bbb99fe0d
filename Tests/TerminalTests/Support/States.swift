/// States of features, as the snapshots of a host contain them.
enum States {
    static var rows: JSON {
        [
            ["id": "1", "title": "Renew the certificate", "done": false],
            ["id": "2", "title": "Reply to the translators", "done": true],
            ["id": "3", "title": "宿題 and \u{1B}[31mred\nlines", "done": false],
        ]
    }
    static var title: JSON { ["key": "title", "label": "Title", "type": "text", "role": "title"] }
    static var done: JSON { ["key": "done", "label": "Done", "type": "toggle", "role": "toggle"] }

    static func item(_ row: JSON, _ members: JSON = [:]) -> JSON {
        (["id": row["id"] ?? "", "value": row, "pending": nil] as JSON).merging(members)
    }

    static func list(_ members: JSON = [:]) -> JSON {
        let state: JSON = [
            "title": "Tasks", "phase": "loaded", "content": "loaded", "empty": nil, "columns": [title],
            "loads": ["refresh": ["status": "idle"], "append": ["status": "idle", "endReached": true]],
            "items": JSON(rows.elements.map { item($0) }), "window": ["offset": 0, "limit": 20], "count": 3,
            "totalCount": 3,
            "selection": ["mode": "multiple", "ids": [], "all": false], "activeId": nil, "isStale": false,
        ]
        return state.merging(members)
    }

    static func field(_ type: String, _ label: String, _ value: JSON, _ members: JSON = [:]) -> JSON {
        let field: JSON = [
            "type": JSON(type), "label": JSON(label), "value": value, "hints": [:], "required": false, "touched": false,
            "dirty": false, "validating": false, "visible": true, "enabled": true, "messages": [],
            "showMessages": false,
        ]
        return field.merging(members)
    }

    /// Returns a form with its fields in one section.
    static func form(_ fields: [(String, JSON)], _ members: JSON = [:]) -> JSON {
        let state: JSON = [
            "title": "New task", "sections": [["fields": JSON(fields.map(\.0))]],
            "fields": .object(Dictionary(uniqueKeysWithValues: fields)), "formMessages": [],
            "isDirty": false, "isValid": true, "isValidating": false, "status": "editing", "submitCount": 0,
            "result": nil,
            "focus": ["path": nil, "seq": 0], "step": nil,
        ]
        return state.merging(members)
    }

    /// A form with the field Title.
    static func titleForm(_ field: JSON = [:], _ members: JSON = [:]) -> JSON {
        form([("/title", self.field("text", "Title", "", field))], members)
    }

    static func search(_ members: JSON = [:]) -> JSON {
        let people: JSON = ["key": "people", "label": "People", "type": "number", "role": "detail"]
        let state: JSON = [
            "title": "Cities", "prompt": "A city", "query": "", "isComposing": false, "status": "idle",
            "resultsQuery": nil, "isStale": false,
            "columns": [["key": "name", "label": "Name", "type": "text", "role": "title"], people], "groups": [],
            "window": ["offset": 0, "limit": 19], "count": 0, "totalCount": nil, "activeId": nil,
            "selectedIds": [], "empty": "prompt", "append": ["status": "idle", "endReached": true],
        ]
        return state.merging(members)
    }

    static func result(_ id: String, _ name: String, _ ranges: JSON = [], _ members: JSON = [:]) -> JSON {
        let matches: JSON = ranges.elements.isEmpty ? [] : [["key": "name", "ranges": ranges]]
        let value: JSON = ["name": JSON(name), "people": .number(Double(name.count))]
        let result: JSON = ["id": JSON(id), "value": value, "matches": matches, "enabled": true]
        return result.merging(members)
    }

    /// A search with three results.
    static func found(_ members: JSON = [:]) -> JSON {
        let results: JSON = [
            result("1", "Århus", [[1, 3]]), result("2", "👩‍🚀 rhône", [[4, 6]]), result("3", "Rehau", [[0, 1], [2, 3]]),
        ]
        let state = search([
            "query": "rh", "status": "success", "resultsQuery": "rh", "count": 12, "totalCount": 345, "activeId": "1",
            "groups": [["id": "results", "title": "Results", "items": results]], "empty": nil,
        ])
        return state.merging(members)
    }

    static func presentation(_ style: String, _ members: JSON = [:]) -> JSON {
        let presentation: JSON = [
            "key": "p1", "style": JSON(style), "title": "New task", "message": nil, "buttons": [], "dismissible": true,
        ]
        return presentation.merging(members)
    }

    /// A child with the feature `child`.
    static func child(_ kind: String, _ state: JSON, _ members: JSON = [:]) -> JSON {
        let child: JSON = [
            "feature": "child", "kind": JSON(kind), "settled": true, "effects": [], "unavailable": [:], "errors": [],
            "presentation": nil, "queue": [], "toolbar": [], "state": state,
        ]
        return child.merging(members)
    }

    static var confirmation: JSON {
        let buttons: JSON = [
            ["id": "delete", "title": "Delete", "role": "destructive", "enabled": true],
            ["id": "cancel", "title": "Cancel", "role": "cancel", "enabled": true],
        ]
        return presentation(
            "confirmation", ["title": "Delete?", "message": "It can't be brought back.", "buttons": buttons])
    }

    /// A sheet with the form ``titleForm(_:_:)``.
    static var sheet: JSON { presentation("sheet", ["child": child("form", titleForm())]) }
    /// The cause of a snapshot that another client's action has made.
    static var ofPeer: JSON { ["action": "present", "path": [], "origin": "peer"] }
    /// The names of the actions about presentations and errors.
    static let presenting = [
        "present", "pressButton", "dismiss", "confirmDiscard", "keepEditing", "dismissError", "retry", "refresh",
    ]
}
