import FHJSON
import Testing

@testable import FHConformance

/// Validation of values by schemas, and the messages for invalid ones.
@Suite struct SchemaSetTests {
    private func schemas(_ texts: String...) throws -> SchemaSet {
        SchemaSet(try texts.map { try JSONValue(parsing: $0) })
    }

    private func reason(_ value: String, _ schema: String) throws -> String? {
        let set = try schemas(#"{"$id":"urn:featurehost:schema:1:a","allOf":[\#(schema)]}"#)
        return set.violation(in: try JSONValue(parsing: value), by: "a").map { "\($0.place) \($0.reason)" }
    }

    @Test(
        arguments: [
            (#"{"type":["string","null"]}"#, "null", "1"), (#"{"const":1}"#, "1.0", "2"),
            (#"{"enum":[1,"a"]}"#, #""a""#, "2"),
            (#"{"minimum":2,"maximum":3}"#, "3", "4"), (#"{"exclusiveMinimum":2}"#, "3", "2"),
            (#"{"minLength":2}"#, #""éé""#, #""a""#), (#"{"pattern":"^a"}"#, #""ab""#, #""ba""#),
            (#"{"minItems":1,"maxItems":2}"#, "[1]", "[]"), (#"{"uniqueItems":true}"#, "[1,2]", "[1,1.0]"),
            (#"{"items":{"type":"string"}}"#, #"["a"]"#, "[1]"),
            (#"{"prefixItems":[{"const":1}],"items":false}"#, "[1]", "[2]"),
            (#"{"contains":{"const":1},"maxContains":1}"#, "[1,2]", "[1,1]"),
            (#"{"required":["a"]}"#, #"{"a":1}"#, "{}"),
            (#"{"properties":{"a":{"const":1}}}"#, #"{"a":1}"#, #"{"a":2}"#),
            (#"{"additionalProperties":{"const":1}}"#, #"{"a":1}"#, #"{"a":2}"#),
            (#"{"propertyNames":{"pattern":"^a"}}"#, #"{"a":1}"#, #"{"b":2}"#),
            (#"{"minProperties":1}"#, #"{"a":1}"#, "{}"),
            (#"{"dependentRequired":{"a":["b"]}}"#, #"{"a":1,"b":1}"#, #"{"a":1}"#),
            (#"{"anyOf":[{"const":1},{"const":2}]}"#, "2", "3"), (#"{"oneOf":[{"const":1},{"const":2}]}"#, "2", "3"),
            (#"{"not":{"const":1}}"#, "2", "1"), (#"{"if":{"const":1},"then":false,"else":{"const":2}}"#, "2", "1"),
            (#"{"if":{"const":1},"then":true,"else":{"const":2}}"#, "1", "3"),
        ]) func keywords(_ schema: String, _ valid: String, _ wrong: String) throws
    {
        #expect(try reason(valid, schema) == nil)
        #expect(try reason(wrong, schema) != nil)
    }

    @Test func whatAHostOrALaterEditionAddsIsAllowed() throws {
        #expect(
            try reason(#"{"a":1,"acmeColor":2}"#, #"{"properties":{"a":true},"additionalProperties":false}"#) == nil)
    }

    @Test func aMemberThatASchemaForbidsIsSeen() throws {
        #expect(try reason(#"{"a":1}"#, #"{"properties":{"a":false}}"#) == "/a may not be there")
        #expect(try reason(#"{"b":1}"#, #"{"properties":{"a":false}}"#) == nil)
    }

    @Test func theSchemaAndTheMemberAreTold() throws {
        let set = try schemas(
            #"{"$id":"urn:featurehost:schema:1:outer","properties":{"inner":{"$ref":"urn:featurehost:schema:1:inner"}}}"#,
            #"""
            {"$id":"urn:featurehost:schema:1:inner","properties":{"a":{"$ref":"#/$defs/x"}},
            "$defs":{"x":{"items":{"type":"string"}}}}
            """#)
        let value = try JSONValue(parsing: #"{"inner":{"a":["b",1],"c":2}}"#)
        let found = try #require(set.violation(in: value, by: "outer"))
        #expect(found.schema == "inner" && found.member == "a" && found.place.description == "/inner/a/1")
        #expect(set.seen.contains(SchemaSet.Member(schema: "inner", name: "a")))
        #expect(set.violation(in: try JSONValue(parsing: #"{"inner":{"a":["b"]}}"#), by: "outer") == nil)
    }

    @Test func ofAlternativesTheOneThatWasMeantIsTold() throws {
        let found = try reason(
            #"{"b":{"c":2}}"#, #"{"anyOf":[{"type":"null"},{"properties":{"b":{"properties":{"c":{"const":1}}}}}]}"#)
        #expect(found == "/b/c should be 1, is 2")
    }

    @Test func theSchemasOfTheProtocolAreThere() throws {
        let fixtures = try Fixtures()
        #expect(fixtures.schemas.has("snapshot") && fixtures.schemas.has("feature-open-result"))
        #expect(fixtures.requirements.count > 1_000 && fixtures.scenarios.count > 300)
    }

    @Test func aSchemaThatLeadsToItselfIsGivenUp() throws {
        let own = SchemaSet(try JSONValue(parsing: ##"{"$ref":"#"}"##), beside: SchemaSet([]))
        let violation = own.violation(in: .emptyObject, by: "")
        #expect(violation?.reason == "is described by references without an end")
    }
}
