import FeatureKit
import JSON

/// What came back for a request about a source; reading it says where it is not as it should be.
struct RemoteAnswer: Sendable {
    private let value: JSONValue
    private let method: String
    private let source: String
    private let idKey: String

    /// - Throws: `invalidData` where it is no object.
    init(_ value: JSONValue, to method: String, of source: String, idKey: String) throws(Failure) {
        self.value = value
        self.method = method
        self.source = source
        self.idKey = idKey
        guard value.isObject else { throw invalid("is not an object") }
    }

    /// Whether the peer versions its rows.
    var hasVersions: Bool {
        value["version"]?.stringValue != nil || value["versions"].map { $0.isObject && $0.count > 0 } ?? false
    }

    /// A page of rows.
    func page(limit: Int) throws(Failure) -> Page {
        let rows = try rows()
        let cursor = try optional("nextCursor", "a string", \.stringValue)
        let isShort = cursor == nil && rows.count < limit
        // Behind an empty page the next one would begin where this one did.
        let isLast = cursor == nil && rows.isEmpty
        let end = try optional("endReached", "true or false", \.boolValue) ?? isShort
        // More can't be told in JSON so that everybody reads the same number (RFC 8259, section 6).
        let largest = 1 << 53 - 1
        let total = try optional("totalCount", "an integer from 0 to \(largest)") { value in
            value.intValue.flatMap { (0...largest).contains($0) ? $0 : nil }
        }
        let problems = try optional("problems", "{count, listed}, as a list shows them", RowProblems.init)
        var page = Page(
            rows: rows, nextCursor: cursor, endReached: end || isLast, totalCount: total, problems: problems)
        page.columns = try optional("columns", "an array of {key, type?}") { ColumnType.list($0) }
        return page
    }

    /// A page of results.
    func searchPage(limit: Int) throws(Failure) -> SearchPage {
        let page = try page(limit: limit)
        guard let matches = value["matches"], !matches.isNull else { return SearchPage(page) }
        guard matches.isObject else { throw invalid("has matches that are no object") }
        var found: [Int: JSONText] = [:]
        for (place, row) in page.rows.enumerated() {
            guard let member = matches[row.id], !member.isNull else { continue }
            guard let text = MatchesText.reading(member) else {
                throw invalid(
                    "has matches/\(row.id), which does not say where the row matches; let it be an array of "
                        + "{key, ranges}, whose ranges are [start, end] in ascending order")
            }
            found[place] = text
        }
        return SearchPage(page, matches: found)
    }

    /// The member `item`, a row; nil where it is absent.
    func item() throws(Failure) -> SourceRow? {
        guard let item = value["item"], !item.isNull else { return nil }
        let row = SourceRow(
            id: try id(of: item, "item"), value: JSONText(item),
            version: try optional("version", "a string", \.stringValue))
        try row.checkLength()
        return row
    }

    /// The member `item`, which is the row of this id; nil where it is absent.
    func row(_ id: String) throws(Failure) -> SourceRow? {
        guard let row = try item() else { return nil }
        guard row.hasID(id) else {
            throw invalid("has the item \(row.id) in place of \(id); a row keeps its id")
        }
        return row
    }

    /// The member `items`, the rows that were inserted; those that were given where it is absent.
    func inserted(_ given: [SourceRow]) throws(Failure) -> [SourceRow] {
        guard let items = value["items"], !items.isNull else { return given }
        let rows = try rows()
        guard rows.count == given.count else {
            throw invalid("has \(rows.count) items in place of \(given.count), one for each row that was inserted")
        }
        return Array(rows)
    }

    /// The member `items`, the rows of these ids as they are now.
    func updated(_ ids: [String]) throws(Failure) -> [SourceRow] {
        let rows = try rows()
        guard rows.count == ids.count else {
            throw invalid("has \(rows.count) items in place of \(ids.count), one for each row that was changed")
        }
        for (row, id) in zip(rows, ids) where !row.hasID(id) {
            throw invalid("has the item \(row.id) in place of \(id); a row keeps its id")
        }
        return Array(rows)
    }

    /// What an operation brought.
    ///
    /// - Throws: a failure with mistakes where it says that values are wrong.
    func output() throws(Failure) -> JSONText {
        if let errors = value["errors"], !errors.isNull {
            guard let mistakes = Failure.Mistake.list(errors) else {
                throw invalid("has errors that are no array of {path?, code, message}, strings")
            }
            if !mistakes.isEmpty { throw .invalidValues(mistakes) }
        }
        return value["output"].map { JSONText($0) } ?? .null
    }

    /// Says what is wrong with it.
    func invalid(_ what: String) -> Failure {
        Failure("invalidData", PeerText.sentence("the answer to \(method) of the source \(source) \(what)"))
    }

    private func rows() throws(Failure) -> RowBatch {
        guard let items = value["items"], items.isArray else { throw invalid("lacks items, an array of rows") }
        let versions = try optional("versions", "an object") { $0.isObject ? $0 : nil }
        var rows = RowWriter()
        for (place, item) in items.elements.enumerated() {
            let id = try id(of: item, "items/\(place)")
            let version = try versions?[id].map { version throws(Failure) in
                guard let text = version.stringValue else { throw invalid("has versions/\(id), which is no string") }
                return text
            }
            var length = 0
            rows.append(id: id, version: version) { json in
                let start = json.count
                json.value(item)
                length = json.count - start
            }
            if let mistake = RowLimits.mistake(id: id.utf8.count, text: length) {
                throw invalid("has items/\(place), which \(mistake)")
            }
        }
        return rows.finish()
    }

    private func id(of item: JSONValue, _ place: String) throws(Failure) -> String {
        guard item.isObject else { throw invalid("has \(place), which is no object") }
        guard let id = SourceRow.id(item[idKey]) else {
            throw invalid("has \(place), whose \(idKey) is not a string or an integer, or is empty")
        }
        return id
    }

    private func optional<Value>(
        _ key: StaticString, _ wanted: String, _ read: (JSONValue) -> Value?
    ) throws(Failure) -> Value? {
        guard let member = value[key], !member.isNull else { return nil }
        guard let value = read(member) else { throw invalid("has \(key), which is not \(wanted)") }
        return value
    }
}
