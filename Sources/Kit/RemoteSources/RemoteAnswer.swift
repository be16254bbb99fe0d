import FHJSON
import FeatureKit

/// A page of rows that a peer has sent.
struct RemotePage: Sendable {
    /// The valid rows.
    var page: Page
    /// The number of items in the answer, including invalid items.
    var itemCount: Int
    /// The errors of items, with the index of each item in the answer.
    var flaws: [(place: Int, flaw: RowFlaw)]
}

/// The result of a source request, which is validated when it is read.
struct RemoteAnswer: Sendable {
    private let value: JSONValue
    /// The number of the answer, in the order in which answers arrive.
    let number: Int
    private let method: String
    private let source: String
    private let idKey: String

    /// Makes an answer from the result of a request.
    ///
    /// - Throws: `invalidData` if the result is not an object.
    init(_ value: JSONValue, _ number: Int, to method: String, of source: String, idKey: String) throws(Failure) {
        self.value = value
        self.number = number
        self.method = method
        self.source = source
        self.idKey = idKey
        guard value.isObject else { throw invalid("is not an object") }
    }

    /// True if the answer contains versions of rows.
    var hasVersions: Bool {
        value["version"]?.stringValue != nil || value["versions"].map { $0.isObject && $0.count > 0 } ?? false
    }

    /// Reads a page of rows; invalid items are omitted.
    func page(limit: Int) throws(Failure) -> RemotePage {
        let (rows, count, flaws) = try readableRows()
        let cursor = try optional("nextCursor", "a string", \.stringValue)
        let isShort = cursor == nil && count < limit
        // After an empty page without a cursor, the next page would begin at the same offset.
        let isLast = cursor == nil && count == 0
        let end = try optional("endReached", "true or false", \.boolValue) ?? isShort
        // JSON readers agree on integers only up to this number (RFC 8259, section 6).
        let largest = 1 << 53 - 1
        let total = try optional("totalCount", "an integer from 0 to \(largest)") { value in
            value.intValue.flatMap { (0...largest).contains($0) ? $0 : nil }
        }
        let problems = try optional("problems", "{count, listed}, as a list shows them", RowProblems.init)
        var page = Page(
            rows: rows, nextCursor: cursor, endReached: end || isLast, totalCount: total, problems: problems)
        page.columns = try optional("columns", "an array of {key, type?}") { ColumnType.list($0) }
        return RemotePage(page: page, itemCount: count, flaws: flaws)
    }

    /// Reads a page of search results; an invalid value in `matches` is an error of its item.
    func searchPage(limit: Int) throws(Failure) -> (page: RemotePage, matches: [Int: JSONText]) {
        var page = try page(limit: limit)
        guard let matches = value["matches"], !matches.isNull else { return (page, [:]) }
        guard matches.isObject else { throw invalid("has matches that are no object") }
        var found: [Int: JSONText] = [:]
        let hidden = Set(page.flaws.filter { !$0.flaw.isShown }.map(\.place))
        var places = (0..<page.itemCount).lazy.filter { !hidden.contains($0) }.makeIterator()
        for (number, row) in page.page.rows.enumerated() {
            let place = places.next() ?? number
            guard let member = matches[row.id], !member.isNull else { continue }
            found[number] = MatchesText.reading(member)
            if found[number] != nil { continue }
            let what =
                "has matches/\(row.id) that do not say where the row matches; let it be an array of "
                + "{key, ranges}, whose ranges are [start, end] in ascending order"
            page.flaws.append((place, RowFlaw(code: "invalidMatches", what: what, id: row.id, isShown: true)))
        }
        page.flaws.sort { $0.place < $1.place }
        return (page, found)
    }

    /// Reads the row in the member `item`; returns nil if the member is absent.
    func item() throws(Failure) -> SourceRow? {
        guard let item = value["item"], !item.isNull else { return nil }
        let row = SourceRow(
            id: try id(of: item, "item"), value: JSONText(item),
            version: try optional("version", "a string", \.stringValue))
        try row.checkLength()
        return row
    }

    /// Reads the row in the member `item`, which must have this id; returns nil if the member is absent.
    func row(_ id: String) throws(Failure) -> SourceRow? {
        guard let row = try item() else { return nil }
        guard row.hasID(id) else {
            throw invalid("has the item \(row.id) in place of \(id); a row keeps its id")
        }
        return row
    }

    /// Reads the inserted rows in the member `items`; returns the given rows if the member is absent.
    func inserted(_ given: [SourceRow]) throws(Failure) -> [SourceRow] {
        guard let items = value["items"], !items.isNull else { return given }
        let rows = try rows()
        guard rows.count == given.count else {
            throw invalid("has \(rows.count) items in place of \(given.count), one for each row that was inserted")
        }
        return Array(rows)
    }

    /// Reads the member `items`, which must be the current rows with these ids.
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

    /// Reads the output of an operation.
    ///
    /// - Throws: A failure with the validation errors, if the answer contains any.
    func output() throws(Failure) -> JSONText {
        if let errors = value["errors"], !errors.isNull {
            guard let mistakes = Failure.Mistake.list(errors) else {
                throw invalid("has errors that are no array of {path?, code, message}, strings")
            }
            if !mistakes.isEmpty { throw .invalidValues(mistakes) }
        }
        return value["output"].map { JSONText($0) } ?? .null
    }

    /// Makes the failure of an invalid answer.
    func invalid(_ what: String) -> Failure {
        Failure("invalidData", PeerText.sentence("the answer to \(method) of the source \(source) \(what)"))
    }

    /// Reads the rows of the member `items`; throws if an item is invalid.
    private func rows() throws(Failure) -> RowBatch {
        let (rows, _, flaws) = try readableRows()
        if let (place, flaw) = flaws.first { throw invalid("has items/\(place), which \(flaw.what)") }
        return rows
    }

    /// Reads the rows of the member `items`, the number of items, and the errors of items.
    private func readableRows() throws(Failure) -> (RowBatch, Int, [(place: Int, flaw: RowFlaw)]) {
        guard let items = value["items"], items.isArray else { throw invalid("lacks items, an array of rows") }
        let versions = try optional("versions", "an object") { $0.isObject ? $0 : nil }
        var rows = RowWriter()
        var flaws: [(place: Int, flaw: RowFlaw)] = []
        for (place, item) in items.elements.enumerated() {
            guard item.isObject else {
                flaws.append((place, .notAnObject))
                continue
            }
            guard let id = SourceRow.id(item[idKey]) else {
                flaws.append((place, .noID(idKey)))
                continue
            }
            guard !item.isDeeper(than: SourceRow.deepestLevel) else {
                flaws.append((place, .tooDeep(id: id)))
                continue
            }
            let version = versions?[id]
            let isLong = id.utf8.count > RowLimits.id
            let isAdded =
                !isLong
                && rows.append(id: id, version: version?.stringValue, maximumSize: RowLimits.text) { $0.value(item) }
            if !isAdded {
                flaws.append((place, .tooLong(hasLongID: isLong)))
            } else if let version, version.stringValue == nil {
                flaws.append((place, .invalidVersion(of: id)))
            }
        }
        return (rows.finish(), items.elements.count, flaws)
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
