import FHJSON
import FHKindParts
import FeatureKit

/// The schema of a wizard's output, as far as the steps determine the schema.
extension Wizard {
    /// The answer of a step.
    private struct Answer {
        let step: String
        /// The answer's schema; nil if it is unknown.
        let schema: JSONText?
        /// True if a completed wizard always has this answer.
        let isSure: Bool
    }

    /// The maximum nesting depth of wizards in a schema.
    ///
    /// The feature of a step may contain the flow itself, and each level multiplies the size of the schema.
    private static let deepestSchema = 2

    /// Returns the JSON Schema of the answers; nil if the maximum nesting depth is exceeded.
    ///
    /// - Parameter keys: the key sequence of the flow.
    func outputSchema(_ keys: KeySequence) -> JSONText? {
        if keys.level >= Self.deepestSchema { return nil }
        let answers = steps.indices.filter { !steps[$0].isSummary }.map { answer(of: $0, keys) }
        switch output {
        case .steps:
            var object = ObjectSchema()
            for answer in answers { object.add(answer.step, answer.schema ?? .emptyObject, isRequired: answer.isSure) }
            return object.text
        case .merged:
            var members = MergedMembers()
            for answer in answers { members.merge(answer.schema?.value ?? .emptyObject, isSure: answer.isSure) }
            return members.schema
        }
    }

    private func answer(of place: Int, _ keys: KeySequence) -> Answer {
        let step = steps[place]
        let places = steps.places
        let isPassed = steps[..<place].contains { earlier in
            earlier.next.contains { (places[$0.step] ?? 0) > place }
        }
        let feature = try? step.feature.make(step.params.value, keys: keys)
        let isAsked = step.when == nil && !isPassed && !step.canSkip
        return Answer(
            step: step.id, schema: feature?.outputSchema,
            isSure: isAsked && feature?.has(anyOf: Flow.handingOn) == true)
    }
}

/// The members of answers merged into one object.
///
/// If several members have the same name, the last one counts.
private struct MergedMembers {
    private struct Member {
        let name: String
        /// The alternative schemas of the value.
        var schemas: [JSONText]
        var isSure: Bool
    }

    private var members: [Member] = []
    private var isClosed = true

    /// Merges the answer of the next step.
    ///
    /// - Parameters:
    ///   - schema: the answer's schema. An answer that is not an object has no members.
    ///   - isSure: true if a completed wizard always has the answer.
    mutating func merge(_ schema: JSONValue, isSure: Bool) {
        let properties: JSONValue = schema["properties"] ?? .emptyObject
        let isObject = schema["type"]?.stringValue == "object"
        let required = isObject && isSure ? schema["required"]?.elements.compactMap(\.stringValue) ?? [] : []
        if schema["additionalProperties"]?.boolValue != false {
            isClosed = false
            // An open schema permits further members, which may have the names of earlier members.
            for index in members.indices where properties[members[index].name] == nil {
                members[index].schemas = [.emptyObject]
            }
        }
        for (name, schema) in properties.members {
            let schema = JSONText(schema)
            let isRequired = required.contains(name)
            guard let index = members.firstIndex(where: { $0.name == name }) else {
                members.append(Member(name: name, schemas: [schema], isSure: isRequired))
                continue
            }
            if isRequired {
                members[index] = Member(name: name, schemas: [schema], isSure: true)
            } else if !members[index].schemas.contains(schema) {
                members[index].schemas.append(schema)
            }
        }
    }

    var schema: JSONText {
        var object = ObjectSchema()
        object.isClosed = isClosed
        for member in members { object.add(member.name, Self.oneOf(member.schemas), isRequired: member.isSure) }
        return object.text
    }

    private static func oneOf(_ schemas: [JSONText]) -> JSONText {
        if schemas.contains(.emptyObject) { return .emptyObject }
        if schemas.count == 1 { return schemas[0] }
        let choices = JSONText.build { json in
            json.beginArray()
            for schema in schemas { json.value(schema) }
            json.endArray()
        }
        return .object("anyOf", choices)
    }
}
