import FeatureKit
import JSON
import JSONRPC
import Querying

/// What is asked of sources.
extension PluginMethod {
    /// Reads the params of a request, and gives what is to be done with its source.
    typealias SourceMethod = (JSONValue) throws(RPCError) -> ServedSource.Work

    static func sourceMethod(_ name: String) -> SourceMethod? {
        switch name {
        case "source/fetch": fetch
        case "source/search": search
        case "source/insert": insert
        case "source/update": update
        case "source/move": move
        case "source/delete": delete
        case "source/perform": perform
        default: nil
        }
    }

    private static func fetch(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let start: FetchRequest.Start
        switch (try params.optionalInt("offset"), try params.optionalString("cursor")) {
        case (let offset?, nil):
            guard offset >= 0 else { throw RPCError(param: "offset", "must be 0 or more") }
            start = .offset(offset)
        case (nil, let cursor?): start = .cursor(cursor)
        case (nil, nil): throw RPCError(param: "offset", "is missing, and so is cursor; one of them is needed")
        default: throw RPCError(param: "cursor", "stands beside offset; only one of them says where the page begins")
        }
        let query: RowQuery
        do throws(QueryMistake) {
            query = try RowQuery(members: params)
        } catch {
            throw RPCError(param: error.pointer.tokens.first ?? "where", "is wrong: \(error)")
        }
        let request = FetchRequest(
            start: start, limit: try params.limit(), isRefresh: try params.optionalBool("refresh") ?? false,
            query: query)
        return { source, call in
            guard query.isPlain || source.abilities.contains(.query) else {
                return call.finish(.error(RPCError(.cannotQuery)))
            }
            call.ask(source.fetch(request)) { page, json in
                json.beginObject()
                page.writeMembers(to: &json)
                json.endObject()
            }
        }
    }

    private static func search(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let query = try params.string("query")
        guard !query.isEmpty else { throw RPCError(param: "query", "must not be empty") }
        let request = SearchRequest(
            query: query, limit: try params.limit(), cursor: try params.optionalString("cursor"),
            filter: try params.optionalString("filter"))
        return { source, call in
            call.ask(source.search(request)) { found, json in
                json.beginObject()
                found.page.writeMembers(to: &json)
                if !found.matches.isEmpty {
                    json.key("matches")
                    json.beginObject()
                    for (place, matches) in found.matches.sorted(by: { $0.key < $1.key }) {
                        json.key(found.page.rows[place].id)
                        json.value(matches)
                    }
                    json.endObject()
                }
                json.endObject()
            }
        }
    }

    private static func insert(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        let id = try params.string("id")
        guard !id.isEmpty else { throw RPCError(param: "id", "must not be empty") }
        guard let value = try params.object("value") else { throw RPCError(param: "value", "is missing") }
        let row = SourceRow(id: id, value: JSONText(value))
        let before = try params.optionalString("beforeId")
        return { source, call in call.ask(source.insert(row, before: before, opID: opID), writeItem) }
    }

    private static func update(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        let id = try params.string("id")
        guard let patch = try params.object("patch") else { throw RPCError(param: "patch", "is missing") }
        let text = JSONText(patch)
        return { source, call in call.ask(source.update(id, patch: text, opID: opID), writeItem) }
    }

    private static func move(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        let ids = try params.strings("ids")
        let before = try params.optionalString("beforeId")
        guard let anchor = try params.optionalString("afterId") else {
            guard params["beforeId"] != nil else {
                throw RPCError(param: "beforeId", "is missing, and so is afterId; one of them is needed")
            }
            return { source, call in call.ask(source.move(ids, before: before, opID: opID), writeDone) }
        }
        guard before == nil else {
            throw RPCError(param: "afterId", "stands beside beforeId; only one of them says where the rows go")
        }
        return { source, call in call.ask(source.move(ids, behind: anchor, opID: opID), writeDone) }
    }

    private static func delete(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        let ids = try params.strings("ids")
        return { source, call in call.ask(source.delete(ids, opID: opID), writeDone) }
    }

    private static func perform(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        let operation = try params.string("operation")
        let input = params["input"].map { JSONText($0) } ?? .null
        return { source, call in
            let answer = source.perform(operation, input: input, opID: opID)
            call.ask(answer.withMistakes) { outcome, json in
                json.beginObject()
                switch outcome {
                case .output(let output): json.field("output", output)
                case .mistakes(let mistakes): mistakes.write(to: &json)
                }
                json.endObject()
            }
        }
    }

    @Sendable private static func writeItem(_ row: SourceRow, to json: inout JSONWriter) {
        json.beginObject()
        json.key("item")
        row.withTexts { _, value in json.rawValue(value) }
        json.endObject()
    }

    @Sendable private static func writeDone(_ done: Done, to json: inout JSONWriter) {
        json.value(JSONText.emptyObject)
    }
}

extension Failure {
    /// The source is asked to filter or to sort.
    fileprivate static let cannotQuery = Failure(
        "invalidData", "this source neither filters nor sorts; ask for every row in its order", retryable: false)
}

extension Page {
    /// Writes the members of a page into an object that is open.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.key("items")
        json.beginArray()
        for row in rows { row.withTexts { _, value in json.rawValue(value) } }
        json.endArray()
        if let nextCursor { json.field("nextCursor", nextCursor) }
        json.field("endReached", endReached)
        if let totalCount { json.field("totalCount", totalCount) }
    }
}

/// What an operation brought: that values are wrong is no error on the wire.
private enum OperationOutcome: Sendable {
    case output(JSONText)
    case mistakes([Failure.Mistake])

    init(_ failure: Failure) throws(Failure) {
        guard failure.code == "invalidValues", !failure.mistakes.isEmpty else { throw failure }
        self = .mistakes(failure.mistakes)
    }
}

extension SourceAnswer<JSONText> {
    fileprivate var withMistakes: SourceAnswer<OperationOutcome> {
        func outcome(_ result: Result<JSONText, Failure>) -> Result<OperationOutcome, Failure> {
            Result { () throws(Failure) in
                switch result {
                case .success(let output): .output(output)
                case .failure(let failure): try OperationOutcome(failure)
                }
            }
        }
        switch self {
        case .now(let result): return .now(outcome(result))
        case .after(let milliseconds, let result): return .after(milliseconds: milliseconds, outcome(result))
        case .later(let work):
            return .later { () async throws(Failure) in
                do throws(Failure) {
                    return .output(try await work())
                } catch {
                    return try OperationOutcome(error)
                }
            }
        }
    }
}

extension [Failure.Mistake] {
    /// Writes the member `errors` into an object that is open.
    fileprivate func write(to json: inout JSONWriter) {
        json.key("errors")
        json.beginArray()
        for mistake in self {
            json.beginObject()
            if let path = mistake.path { json.field("path", path) }
            json.field("code", mistake.code)
            json.field("message", mistake.message)
            json.endObject()
        }
        json.endArray()
    }
}
