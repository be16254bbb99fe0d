import FHDataSources
import FHDeclarations
import FHHosting
import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit

/// The step `summary` of a flow: a list with a row for each answer.
enum AnswerSummary {
    /// Creates the summary step.
    ///
    /// - Parameters:
    ///   - id: the name of the list.
    ///   - title: the title of the list.
    ///   - titles: the titles of the steps, by step id.
    ///   - ids: the generator of ids, which all features share.
    static func link(_ id: String, _ title: String, _ titles: [String: String], _ ids: IDGenerator) -> FeatureLink {
        FeatureLink(id) { params, keys throws(ActionRefusal) in
            let rows = rows(params["values"] ?? .emptyObject, params["lines"] ?? .emptyObject, titles)
            let source = QueryingSource(AnswerRows(rows: rows))
            var configuration = ListConfiguration(title: title, source: source, ids: ids)
            configuration.columns = [
                Column(key: "name", label: "What", role: .subtitle), Column(key: "answer", role: .title),
                Column(key: "title", label: "Step", role: .detail),
            ]
            return AnyFeature(Presenting(List(configuration), keys: keys), id: id, title: title)
        }
    }

    /// Returns the rows for all answers.
    ///
    /// - Parameter lines: by step id, the lines with which the step's feature describes its answer. A step without
    ///   lines has a row for each value of its answer.
    private static func rows(
        _ answers: JSONValue, _ lines: JSONValue, _ titles: [String: String]
    ) -> [SourceRow] {
        answers.members.flatMap { step, answer -> [SourceRow] in
            let title = titles[step] ?? step
            if let lines = lines[step] {
                return lines.elements.flatMap { line in
                    let path = (line["path"]?.elements.compactMap(\.stringValue)) ?? []
                    return row([step] + path, title, line["label"]?.stringValue ?? title, line["text"] ?? .null)
                }
            }
            guard answer.isObject else { return row([step], title, title, answer) }
            return answer.members.flatMap { name, value in
                row([step, name], title, NameLabel.label(of: name), value)
            }
        }
    }

    /// Makes the row for one line or value of an answer.
    ///
    /// Returns no row if the value has no text.
    private static func row(_ path: [String], _ title: String, _ name: String, _ value: JSONValue) -> [SourceRow] {
        guard let text = text(value) else { return [] }
        let id = JSONPointer(path).description
        let row = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.field("step", path[0])
            json.field("title", title)
            json.field("name", name)
            json.field("answer", text)
            json.endObject()
        }
        return [SourceRow(id: id, value: row)]
    }

    /// The readable form of a value; nil if the value is null or empty.
    private static func text(_ value: JSONValue) -> String? {
        switch value.kind {
        case .null: return nil
        case .bool: return value.boolValue == true ? "Yes" : "No"
        case .string: return value.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        case .array:
            let texts = value.elements.compactMap { text($0) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case .integer, .real: return value.description
        case .object:
            let texts = value.members.compactMap { text($0.value) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
    }
}

/// A read-only source over fixed rows.
private struct AnswerRows: DataSource {
    let capabilities: SourceCapabilities = []
    let rows: [SourceRow]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        guard case .offset(let offset) = request.start else { return .now(.success(Page(rows: [], endReached: true))) }
        let page = Array(rows.dropFirst(offset).prefix(request.limit))
        return .now(
            .success(Page(rows: page, endReached: offset + page.count >= rows.count, totalCount: rows.count)))
    }
}
