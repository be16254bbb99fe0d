import FHJSON
import FHJSONRPC
import FeatureKit

/// `source/…`: requests to the sources that a plugin serves.
extension Method {
    typealias SourceHandler = @Sendable (Call, JSONValue, ServedSources) throws(RPCError) -> Void

    /// The handler of a request to a source; nil if there is no such method.
    static func served(_ name: String) -> SourceHandler? {
        switch name {
        case "source/open": openSource
        case "source/fetch": { (call, params, served) throws(RPCError) in try ask(call, params, served, fetch) }
        case "source/search": { (call, params, served) throws(RPCError) in try ask(call, params, served, search) }
        case "source/insert": { (call, params, served) throws(RPCError) in try ask(call, params, served, insert) }
        case "source/update": { (call, params, served) throws(RPCError) in try ask(call, params, served, update) }
        case "source/move": { (call, params, served) throws(RPCError) in try ask(call, params, served, move) }
        case "source/delete": { (call, params, served) throws(RPCError) in try ask(call, params, served, delete) }
        case "source/perform": { (call, params, served) throws(RPCError) in try ask(call, params, served, perform) }
        default: nil
        }
    }

    @Sendable private static func openSource(
        _ call: Call, _ params: JSONValue, _ served: ServedSources
    ) throws(RPCError) {
        let name = try params.string("source")
        let kind = try params.string("kind")
        let options = try params.object("options")
        guard let factory = served.role.factory(of: kind) else {
            let known = served.role.kinds.joined(separator: ", ")
            throw RPCError(
                param: "kind",
                "names no kind of sources of this plugin\(known.isEmpty ? ": it has none" : "; it has: \(known)")")
        }
        served.open(name, options, by: factory, call)
    }

    /// Reads the params of a request, and returns the work for its source.
    private typealias SourceMethod = (JSONValue) throws(RPCError) -> ServedSource.Work

    private static func ask(
        _ call: Call, _ params: JSONValue, _ served: ServedSources, _ method: SourceMethod
    ) throws(RPCError) {
        let name = try params.string("source")
        guard let source = served[name] else {
            throw RPCError(param: "source", "names \(name), which is not open; source/open opens it")
        }
        source.perform(ServedCall(call, of: served), try method(params))
    }

    private static func fetch(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let start: FetchRequest.Start
        switch (try params.optionalInt("offset"), try params.optionalString("cursor")) {
        case (let offset?, nil):
            guard offset >= 0 else { throw RPCError(param: "offset", "must be 0 or more") }
            start = .offset(offset)
        case (nil, let cursor?): start = .cursor(cursor)
        case (nil, nil): throw RPCError(param: "offset", "is missing, and so is cursor; one of them is needed")
        default: throw RPCError(param: "cursor", "is given together with offset; give only one of them")
        }
        let query: RowQuery
        do throws(QueryDiagnostic) {
            query = try RowQuery(members: params)
        } catch {
            throw RPCError(param: error.pointer.tokens.first ?? "where", "is wrong: \(error)")
        }
        let request = FetchRequest(
            start: start, limit: try params.limit(), isRefresh: try params.optionalBool("refresh") ?? false,
            query: query)
        return { source, call in
            guard query.isPlain || source.capabilities.contains(.query) else {
                return call.fail(RPCError(.cannotQuery))
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
        guard let keys = params["keys"].map({ SearchKey.list($0) }) ?? [] else {
            throw RPCError(
                param: "keys", "must be at most \(SearchKey.largestCount) objects of key and weight, from 1 to 100")
        }
        var request = SearchRequest(
            query: query, limit: try params.limit(), cursor: try params.optionalString("cursor"),
            filter: try params.optionalString("filter"), keys: keys)
        request.params = try params.optionalObject("params").map { JSONText($0) }
        return { [request] source, call in
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
            throw RPCError(param: "afterId", "is given together with beforeId; give only one of them")
        }
        return { source, call in call.ask(source.move(ids, behind: anchor, opID: opID), writeDone) }
    }

    private static func delete(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        let ids = try params.strings("ids")
        guard let versions = try params.optionalObject("ifVersions") else {
            return { source, call in call.ask(source.delete(ids, opID: opID), writeDone) }
        }
        guard versions.members.allSatisfy({ $0.value.stringValue != nil }) else {
            throw RPCError(param: "ifVersions", "must be an object of strings, by the ids of rows")
        }
        let deletions = ids.map { RowDeletion($0, ifVersion: versions[$0]?.stringValue) }
        return { source, call in call.ask(source.delete(deletions: deletions, opID: opID), writeDone) }
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
                case .mistakes(let mistakes): json.field("errors", mistakes.text)
                }
                json.endObject()
            }
        }
    }

    @Sendable private static func writeDone(_ done: Done, to json: inout JSONWriter) {
        json.value(JSONText.emptyObject)
    }
}

extension Failure {
    /// The error for a source that can neither filter nor sort.
    fileprivate static let cannotQuery = Failure(
        "invalidData", "this source neither filters nor sorts; ask for every row in its order", retryable: false)
}

extension Page {
    /// Writes the members of a page, whose object the caller begins and ends.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        rows.writeServed(to: &json)
        if let nextCursor { json.field("nextCursor", nextCursor) }
        json.field("endReached", endReached)
        if let totalCount { json.field("totalCount", totalCount) }
        if let columns {
            json.key("columns")
            ColumnType.write(columns, to: &json)
        }
        if let problems {
            json.key("problems")
            problems.write(to: &json)
        }
    }
}

/// The result of an operation.
///
/// On the wire, invalid values are a result and not an error.
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
        map { result in
            Result { () throws(Failure) in
                switch result {
                case .success(let output): .output(output)
                case .failure(let failure): try OperationOutcome(failure)
                }
            }
        }
    }
}

extension [Failure.Mistake] {
    /// The array under `errors` on the wire.
    var text: JSONText { JSONText.build { write(to: &$0) } }

    private func write(to json: inout JSONWriter) {
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
