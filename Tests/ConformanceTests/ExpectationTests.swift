import FHJSON
import Testing

@testable import FHConformance

/// The patterns of scenarios match as documented.
@Suite struct ExpectationTests {
    private func mismatch(_ pattern: String, _ value: String?) throws -> String? {
        var names: Names = [:]
        return Expectation(try JSONValue(parsing: pattern))
            .mismatch(try value.map { try JSONValue(parsing: $0) }, &names).map { "\($0)" }
    }

    @Test(
        arguments: [
            ("1", "1.0"), (#"{"a":1}"#, #"{"b":2,"a":1}"#), ("[1,{}]", #"[1,{"a":2}]"#), (#"{"$any":true}"#, "null"),
            (#"{"a":{"$absent":true}}"#, #"{"b":1}"#), (#"{"$type":["string","null"]}"#, "null"),
            (#"{"$type":"integer"}"#, "2.0"), (#"{"$equals":{"a":1}}"#, #"{"a":1.0}"#), (#"{"$above":3}"#, "3.5"),
            (#"{"$below":3}"#, "2"), (#"{"$text":"^a\\d$"}"#, #""a1""#), (#"{"$length":2}"#, #""aé""#),
            (#"{"$length":{"$above":1}}"#, "[1,2]"), (#"{"$contains":[{"id":2}]}"#, #"[{"id":1},{"id":2,"x":3}]"#),
            (#"{"$inOrder":[2,3]}"#, "[1,2,2,3]"), (#"{"$members":["b","a"]}"#, #"{"a":1,"b":2}"#),
            (#"{"$oneOf":[1,2]}"#, "2"),
            (#"{"$all":[{"$above":1},{"$below":3}]}"#, "2"), (#"{"$not":1}"#, "2"),
            (#"[{"$as":"x"},{"$is":"x"}]"#, #"[{"a":1},{"a":1}]"#), (#"{"$oneOf":[{"$absent":true},1]}"#, "1"),
        ]) func matches(_ pattern: String, _ value: String) throws
    {
        #expect(try mismatch(pattern, value) == nil)
    }

    @Test(
        arguments: [
            ("1", "true", "it should be 1, and is true"), (#""1""#, "1", #"it should be "1", and is 1"#),
            (#"{"a":{"b":1}}"#, #"{"a":{}}"#, "/a/b should be 1, and is not there"),
            ("[1,2]", "[1,2,3]", "it should be an array of 2, and is [1,2,3]"),
            (#"{"a":{"$absent":true}}"#, #"{"a":null}"#, "/a should not be there, and is null"),
            (#"{"$type":"integer"}"#, "2.5", #"it should match {"$type":"integer"}, and is 2.5"#),
            (#"{"$equals":{"a":1}}"#, #"{"a":1,"b":2}"#, #"it should match {"$equals":{"a":1}}, and is {"a":1,"b":2}"#),
            (#"{"$contains":[{"id":3}]}"#, #"[{"id":1}]"#, #"it should have an element {"id":3}, and is [{"id":1}]"#),
            (#"{"$inOrder":[3,2]}"#, "[2,3]", "it should have an element 2 behind those before, and is [2,3]"),
            (#"{"$length":2}"#, "[1]", "it has a length that should be 2, and is [1]"),
            (#"{"$not":{"a":1}}"#, #"{"a":1}"#, #"it should not match {"a":1}, and is {"a":1}"#),
            (#"[{"$as":"x"},{"$is":"x"}]"#, "[1,2]", "/1 should be 1, and is 2"),
            (#"{"$nothing":1}"#, "1", #"it should match {"$nothing":1}, and is 1"#),
        ]) func tellsWhatIsElsewhere(_ pattern: String, _ value: String, _ reason: String) throws
    {
        #expect(try mismatch(pattern, value) == reason)
    }

    @Test func aMemberThatIsNotThereMatchesOnlyWhatAllowsThat() throws {
        #expect(try mismatch(#"{"$any":true}"#, nil) != nil)
        #expect(try mismatch(#"{"$absent":true}"#, nil) == nil)
        #expect(try mismatch(#"{"$not":1}"#, nil) == nil)
    }

    @Test(
        arguments: [
            (#"{"about":"x"}"#, #"{"until":{"a":{"$txt":"b"}}}"#, "x:2: there is no operator $txt"),
            (#"{"about":"x"}"#, #"{"result":[{"$text":"}"}],"call":"ping"}"#, #"x:2: "}" is no pattern"#),
            (#"{"about":"x"}"#, #"{"untill":1}"#, "x:2: this is 0 steps and not one"),
            (#"{"about":"x"}"#, #"{"call":"ping","reslut":1}"#, "x:2: a line with call has no reslut"),
            (#"{"about":"x"}"#, #"{"send":{},"requires":["T-1"]}"#, "x:2: send checks nothing"),
            (#"{"about":"x"}"#, #"{"next":{"$contains":{}}}"#, "x:2: $contains needs an array"),
            (#"{"about":"x"}"#, #"{"next":{"$type":"interger"}}"#, "x:2: there is no type"),
            (#"{"about":"x","parts":"core"}"#, #"{"next":1}"#, "x:1: a setting has no parts"),
            (#"{"about":"x"}"#, #"{"done":1}"#, "x:2: done is nothing that is done where a host is tried"),
            (
                #"{"about":"x","tries":"front end"}"#, #"{"status":0,"requires":["X-4"]}"#,
                "x:2: status is nothing that is done where a front end is tried"
            ),
            (#"{"part":"core"}"#, "{}", "x:1: the first line"),
        ]) func aScenarioThatCanNotBeReadSaysWhy(_ setting: String, _ line: String, _ reason: String) throws
    {
        let diagnostic = #expect(throws: ScenarioError.self) {
            try Scenario(name: "x", values: [JSONValue(parsing: setting), JSONValue(parsing: line)])
        }
        #expect(diagnostic?.description.hasPrefix(reason) == true, "\(diagnostic?.description ?? "")")
    }

    @Test func theScenariosThatAreBuiltInCanBeRead() throws {
        #expect(try Fixtures(isTrusted: false).scenarios.count == Fixtures().scenarios.count)
    }

    @Test func whatIsNamedInAPatternThatDoesNotMatchIsForgotten() throws {
        var names: Names = [:]
        let value = try JSONValue(parsing: "[1,2]")
        #expect(Expectation(try JSONValue(parsing: #"[{"$as":"x"},3]"#)).mismatch(value, &names) != nil)
        #expect(names.isEmpty)
        #expect(Expectation(try JSONValue(parsing: #"[{"$as":"x"},2]"#)).mismatch(value, &names) == nil)
        #expect(
            try JSONValue(parsing: #"{"a":[{"$is":"x"}]}"#).filled(from: names) == JSONValue(parsing: #"{"a":[1]}"#))
    }
}
