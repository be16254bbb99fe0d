import FHHosting
import FHJSON
import FeatureKit

/// A value in a source's answer, as written to a recording.
protocol RecordedValue: Sendable {
    /// Writes the value as JSON.
    func record(to json: inout JSONWriter)
    /// Reads a recorded value; nil if it is invalid.
    init?(recorded value: JSONValue)
}

extension Done: RecordedValue {
    func record(to json: inout JSONWriter) { json.null() }
    init?(recorded value: JSONValue) { self.init() }
}

extension JSONText: RecordedValue {
    func record(to json: inout JSONWriter) { json.value(self) }
    init?(recorded value: JSONValue) { self.init(value) }
}

extension SourceRow: RecordedValue {
    /// Writes the id and the row.
    ///
    /// If the source provides a version, writes that too.
    func record(to json: inout JSONWriter) {
        json.beginArray()
        json.value(id)
        json.value(value)
        if let ownVersion { json.value(ownVersion) }
        json.endArray()
    }

    init?(recorded value: JSONValue) {
        let parts = value.elements
        guard value.isArray, (2...3).contains(parts.count), let id = parts[0].stringValue else { return nil }
        self.init(id: id, value: JSONText(parts[1]), version: parts.count == 3 ? parts[2].stringValue : nil)
    }
}

extension [SourceRow]: RecordedValue {
    func record(to json: inout JSONWriter) {
        json.beginArray()
        for row in self { row.record(to: &json) }
        json.endArray()
    }

    init?(recorded value: JSONValue) {
        guard value.isArray else { return nil }
        self = value.elements.compactMap { SourceRow(recorded: $0) }
    }
}

extension Page: RecordedValue {
    func record(to json: inout JSONWriter) {
        json.beginObject()
        json.key("rows")
        json.beginArray()
        for row in rows { row.record(to: &json) }
        json.endArray()
        json.field("nextCursor", nextCursor)
        json.field("endReached", endReached)
        json.field("totalCount", totalCount)
        if let columns {
            json.key("columns")
            ColumnType.write(columns, to: &json)
        }
        if let problems {
            json.key("problems")
            problems.write(to: &json)
            if let source = problems.source { json.field("problemSource", source) }
        }
        if let growth { json.field("growth", growth.rawValue) }
        if let failure {
            json.key("failure")
            failure.record(to: &json)
        }
        if let edition { json.field("edition", edition) }
        json.endObject()
    }

    init?(recorded value: JSONValue) {
        var rows = RowWriter()
        guard let list = value["rows"] else { return nil }
        for row in list.elements {
            let parts = row.elements
            guard parts.count >= 2, let id = parts[0].stringValue else { return nil }
            rows.append(id: id, version: parts.count == 3 ? parts[2].stringValue : nil) { $0.value(parts[1]) }
        }
        var problems = value["problems"].flatMap(RowProblems.init)
        problems?.source = value["problemSource"]?.stringValue
        self.init(
            rows: rows.finish(), nextCursor: value["nextCursor"]?.stringValue,
            endReached: value["endReached"]?.boolValue ?? true, totalCount: value["totalCount"]?.intValue,
            problems: problems,
            growth: value["growth"]?.stringValue.flatMap { Growth(rawValue: $0) },
            failure: value["failure"].flatMap { Failure(recorded: $0) }, edition: value["edition"]?.intValue)
        columns = value["columns"].flatMap { ColumnType.list($0) }
    }
}

extension RowProblems {
    fileprivate init(recorded value: JSONValue) {
        self.init()
        let listed = value["listed"]?.elements.map {
            Problem(
                line: $0["line"]?.intValue, id: $0["id"]?.stringValue, code: $0["code"]?.stringValue ?? "",
                message: $0["message"]?.stringValue ?? "")
        }
        add(Array(listed ?? []), count: value["count"]?.intValue ?? 0)
    }
}

extension SearchPage: RecordedValue {
    func record(to json: inout JSONWriter) {
        json.beginObject()
        json.key("page")
        page.record(to: &json)
        json.key("matches")
        json.beginObject()
        for (place, match) in matches.sorted(by: { $0.key < $1.key }) {
            json.key("\(place)")
            json.value(match)
        }
        json.endObject()
        json.endObject()
    }

    init?(recorded value: JSONValue) {
        guard let page = value["page"].flatMap(Page.init(recorded:)) else { return nil }
        var matches: [Int: JSONText] = [:]
        guard let list = value["matches"] else { return nil }
        for (key, match) in list.members {
            if let place = Int(key) { matches[place] = JSONText(match) }
        }
        self.init(page, matches: matches)
    }
}

extension Failure: RecordedValue {
    func record(to json: inout JSONWriter) {
        json.beginObject()
        json.field("code", code)
        json.field("message", message)
        json.field("retryable", retryable)
        if let status { json.field("status", status) }
        if !mistakes.isEmpty {
            json.key("mistakes")
            json.beginArray()
            for mistake in mistakes {
                json.beginObject()
                json.field("path", mistake.path)
                json.field("code", mistake.code)
                json.field("message", mistake.message)
                json.endObject()
            }
            json.endArray()
        }
        if !current.isEmpty {
            json.key("current")
            current.record(to: &json)
        }
        json.endObject()
    }

    init?(recorded value: JSONValue) {
        guard let code = value["code"]?.stringValue, let message = value["message"]?.stringValue else { return nil }
        if code == "conflict", let rows = value["current"].flatMap([SourceRow].init(recorded:)) {
            self = .conflict(current: rows, message: message)
            return
        }
        let mistakes = value["mistakes"]?.elements.map {
            Mistake(
                path: $0["path"]?.stringValue, code: $0["code"]?.stringValue ?? "",
                message: $0["message"]?.stringValue ?? "")
        }
        self.init(
            code, message, retryable: value["retryable"]?.boolValue ?? true, status: value["status"]?.intValue,
            mistakes: Array(mistakes ?? []))
    }
}

/// Writes and reads the lines with the answers of sources.
enum RecordedAnswer {
    static func line<Value: RecordedValue>(_ call: Int, _ result: Result<Value, Failure>) -> JSONText {
        TapeLine.line("answer", call) { json in
            switch result {
            case .success(let value):
                json.key("value")
                value.record(to: &json)
            case .failure(let failure):
                json.key("failure")
                failure.record(to: &json)
            }
        }
    }

    static func result<Value: RecordedValue>(_ line: JSONValue) -> Result<Value, Failure> {
        if let failure = line["failure"].flatMap(Failure.init(recorded:)) { return .failure(failure) }
        guard let value = line["value"].flatMap(Value.init(recorded:)) else {
            return .failure(Failure("invalidData", "the recording has no readable answer", retryable: false))
        }
        return .success(value)
    }
}
