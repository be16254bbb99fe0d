import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Forms declared in workspaces.
@Suite struct WorkspaceFormTests {
    private static let sources = #"""
        "sources": {
          "ok": {"type": "inline"}, "log": {"type": "command", "argv": ["ls"]},
          "do": {"type": "command", "operations": {"check": {"argv": ["./check"]}, "send": {"argv": ["./send"]}}}
        }
        """#.split(separator: "\n").joined()

    private func text(_ features: String) -> String { "{\(Self.sources),\n\"features\": {\n\(features)}}" }

    /// Returns a workspace whose form has a field with these members.
    private func form(_ members: String) -> String {
        text(
            #"""
            "f": {"kind": "form", "sections": [{"fields": [
            {"name": "n", "type": "number"}, {"name": "t", "type": "text"}, {"name": "x", \#(members)}]}]}
            """#)
    }

    /// Returns the errors of the field with these members.
    private func wrong(_ members: String) -> [String] {
        mistakes(form(members)).map {
            "\($0.pointer.replacing("/features/f/sections/0/fields/2", with: "")) \($0.message)"
        }
    }

    // MARK: Valid declarations

    @Test func formsOfSectionsMayBeDeclared() {
        let text = text(
            #"""
            "a": {"kind": "form", "title": "T", "showMessages": "onBlur", "showMessagesAgain": "onSubmit",
              "submit": {"source": "ok", "call": "insert", "timeoutMs": 1}, "onSuccess": "reset",
              "draft": {"source": "ok"},
              "rules": [{"holds": {"field": "b", "less": {"field": "c"}}, "message": "M", "code": "late",
                         "severity": "warning"},
                        {"holds": {"field": "b", "empty": false}, "message": "M"}],
              "sections": [
               {"header": "H", "footer": "F", "fields": [
                 {"name": "a", "type": "text", "label": "A", "required": true, "trim": true, "minLength": 1,
                  "maxLength": {"field": "h"}, "default": "x", "hints": {"placeholder": "p"}, "pattern": "^a",
                  "format": "date-time", "enum": ["x"], "const": "x", "errorMessages": {"pattern": "r"},
                  "warnings": {"maxLength": 5, "pattern": "b", "errorMessages": {"pattern": "w"}},
                  "validateWith": {"source": "do", "operation": "check", "debounceMs": 0}},
                 {"name": "b", "type": "number", "integer": true, "visibleWhen": {"field": "a", "equals": "x"},
                  "rules": [{"holds": {"field": "b", "greater": 1}, "message": "M"}]},
                 {"name": "c", "type": "stepper", "minimum": {"field": "b"}, "step": 2},
                 {"name": "d", "type": "picker", "options": ["x", {"value": 1, "title": "One"}]},
                 {"name": "e", "type": "multiPicker", "options": {"source": "log", "value": "id", "title": "text"}},
                 {"name": "h", "type": "slider", "default": 9},
                 {"name": "f", "type": "group", "fields": [{"name": "a", "type": "secure"}]},
                 {"name": "g", "type": "repeated", "minItems": 1, "uniqueItems": true, "fields": [
                   {"name": "a", "type": "text", "enabledWhen": {"field": "/a", "contains": "x"}}]}]},
               {"fields": []}]},
            "b": {"kind": "form", "sections": []}
            """#)
        #expect(mistakes(text) == [])
    }

    @Test func formsOfStepsMayBeDeclared() {
        let text = text(
            #"""
            "a": {"kind": "form", "submit": {"source": "do", "call": "perform", "operation": "send"},
              "draft": {"source": "ok", "id": "d"},
              "steps": [
                {"id": "one", "title": "One", "sections": [{"fields": [{"name": "a", "type": "toggle"}]}]},
                {"id": "two", "title": "Two", "visibleWhen": {"field": "a", "equals": true}, "sections": []}]}
            """#)
        #expect(mistakes(text) == [])
    }

    @Test(arguments: [
        #"{"field": "t", "equals": null}"#, #"{"field": "n", "equals": {"field": "t"}}"#,
        #"{"field": "t", "contains": "a", "in": ["a", 1, true, null], "greater": "a", "less": 5, "empty": true}"#,
        #"{"all": [{"any": [{"field": "t", "empty": true}]}, {"not": {"field": "/n", "in": [1]}}]}"#,
    ])
    func conditionsMayBeDeclared(condition: String) {
        for member in ["visibleWhen", "enabledWhen", "requiredWhen"] {
            #expect(wrong(#""type": "text", "\#(member)": \#(condition)"#) == [])
        }
    }

    // MARK: Mistakes

    @Test(arguments: [
        (
            "{}",
            " is empty; what it wants is field with equals, contains, in, greater, less or empty; or all, any or not"
        ),
        ("7", " must be an object: field with equals"),
        (#"{"field": "t"}"#, " lacks an operator: equals, contains, in, greater, less, empty"),
        (#"{"key": "t", "equals": 1}"#, "/key is not known here"), (#"{"equals": 1}"#, " lacks field, a string"),
        (
            #"{"field": "t", "equals": {}}"#,
            "/equals must be a string, a number, a Boolean or null, or an object with field"
        ),
        (#"{"field": "t", "equals": {"field": "n", "x": 1}}"#, "/equals/x is not known here; known are field"),
        (#"{"field": "t", "contains": []}"#, "/contains must be a string"),
        (#"{"field": "t", "in": []}"#, "/in must be an array of values, and not empty"),
        (#"{"field": "t", "in": [[]]}"#, "/in/0 must be a string"),
        (#"{"field": "t", "greater": true}"#, "/greater must be a number or a string, or an object with field"),
        (#"{"field": "t", "empty": 1}"#, "/empty must be true or false"),
        (#"{"all": []}"#, "/all must be an array of conditions, and not empty"),
        (#"{"not": {"field": "none", "empty": true}}"#, "/not/field there is no field none; here are: n, t, x"),
        (#"{"field": "t", "equals": {"field": "none"}}"#, "/equals/field there is no field none"),
        (#"{"field": "t", "equals": 1, "less": {"field": "none"}}"#, " there is no field none"),
        (#"{"field": "x", "equals": 1}"#, " leads back to itself (/x → /x)"),
    ])
    func eachMistakeOfAConditionHasItsPlace(condition: String, words: String) {
        let found = wrong(#""type": "text", "visibleWhen": \#(condition)"#)
        #expect(!found.isEmpty && found.contains { $0.hasPrefix("/visibleWhen" + words) }, "\(found)")
    }

    @Test func conditionsStandInEachOtherAtMost32Deep() {
        func nested(_ depth: Int) -> String {
            depth == 1 ? #"{"field": "t", "empty": true}"# : #"{"not": \#(nested(depth - 1))}"#
        }
        #expect(wrong(#""type": "text", "visibleWhen": \#(nested(32))"#) == [])
        let found = wrong(#""type": "text", "visibleWhen": \#(nested(33))"#)
        #expect(found.count == 1 && found[0].hasSuffix("is nested in more than 31 conditions; use fewer"))
    }

    @Test(arguments: [
        (#""type": "text", "minLength": "1""#, "/minLength must be a number, or an object with field"),
        (#""type": "text", "minLength": {"field": "none"}"#, "/minLength/field there is no field none"),
        (#""type": "text", "minLength": {"field": 7}"#, "/minLength/field must be a string"),
        (#""type": "text", "pattern": "a(""#, "/pattern is no regular expression"),
        (#""type": "text", "format": "phone""#, "/format must be one of email, uri, hostname, ipv4"),
        (#""type": "text", "enum": "a""#, "/enum must be an array"),
        (#""type": "text", "enum": [1]"#, "/enum/0 must be a string"),
        (#""type": "text", "integer": true"#, "/integer only a number"),
        (#""type": "text", "equalTo": "none""#, "/equalTo there is no field none"),
        (
            #""type": "text", "warnings": {"required": true}"#,
            "/warnings/required is not known here; known are minLength"
        ),
        (#""type": "text", "warnings": {"minimum": 1}"#, "/warnings/minimum a field of the type text has no minimum"),
        (#""type": "text", "warnings": {"maxLength": 5}, "maxLength": 5"#, "/warnings/maxLength maxLength is already"),
        (#""type": "text", "rules": [{"message": "M"}]"#, "/rules/0 lacks holds: field with equals"),
        (#""type": "text", "rules": [{"holds": {"field": "t", "empty": true}}]"#, "/rules/0 lacks message"),
        (
            #""type": "text", "rules": [{"holds": {"field": "t", "empty": true}, "message": "", "code": "enum"}]"#,
            "/rules/0/code enum is the code of a constraint"
        ),
        (#""type": "text", "validateWith": "do""#, "/validateWith must be an object"),
        (#""type": "text", "validateWith": {"source": "do"}"#, "/validateWith lacks operation"),
        (
            #""type": "text", "validateWith": {"source": "ok", "operation": "x"}"#,
            "/validateWith/source has no operations"
        ),
        (
            #""type": "text", "validateWith": {"source": "do", "operation": "x"}"#,
            "/validateWith/operation the source has no operation x; it has: check, send"
        ),
        (
            #""type": "text", "validateWith": {"source": "none", "operation": "x"}"#,
            "/validateWith/source there is no source"
        ),
        (#""type": "picker", "options": {"value": "id"}"#, "/options lacks source"),
        (#""type": "picker", "options": {"source": "none"}"#, "/options/source there is no source none"),
        (#""type": "picker", "options": {"source": "ok", "values": 1}"#, "/options/values is not known here"),
        (#""type": "picker", "options": 7"#, "/options must be an array"),
        (#""type": "picker""#, " a picker needs options"),
        (#""type": "group""#, " a group field needs fields"),
        (#""type": "text", "fields": [{"name": "a", "type": "text"}]"#, "/fields only a group"),
        (#""type": "group", "fields": [{"name": "a", "type": "word"}]"#, "/fields/0/type must be one of text"),
        (#""type": "group", "fields": [{"type": "text"}]"#, "/fields/0 lacks name"),
    ])
    func eachMistakeOfAFieldHasItsPlace(members: String, words: String) {
        let found = wrong(members)
        #expect(!found.isEmpty && found.contains { $0.hasPrefix(words) }, "\(found)")
    }

    @Test func fieldsStandAtMostEightDeep() {
        func nested(_ depth: Int) -> String {
            depth == 1
                ? #"{"name": "y", "type": "text"}"#
                : #"{"name": "y", "type": "group", "fields": [\#(nested(depth - 1))]}"#
        }
        #expect(wrong(#""type": "group", "fields": [\#(nested(7))]"#) == [])
        for depth in [8, 9, 500] {
            let found = wrong(#""type": "group", "fields": [\#(nested(depth))]"#)
            #expect(
                found.count == 1 && found[0].hasSuffix("is nested in more than 7 fields; use fewer levels"), "\(depth)")
        }
    }

    @Test func eachMistakeOfAFormHasItsPlace() {
        expect(
            [
                .init("/features/a", 3, "lacks sections, an array of them; or steps"),
                .init("/features/b/sections", 4, "must be an array"),
                .init("/features/b/showMessages", 4, "must be one of onChange, onTouched, onBlur, onSubmit"),
                .init("/features/b/showMessagesAgain", 4, "must be one of onChange, onBlur, onSubmit"),
                .init("/features/c/sections/0", 5, "must be an object"),
                .init("/features/c/sections/1", 6, "lacks fields, an array of them"),
                .init("/features/c/sections/2/fields/0", 7, "lacks type: text, multiline"),
                .init("/features/c/sections/2/fields/1", 8, "lacks name, a string"),
                .init("/features/c/sections/2/fields/2/type", 9, "must be one of text"),
                .init("/features/c/sections/2/fields/3/size", 10, "is not known here"),
                .init("/features/c/sections/2/fields/4/name", 11, "another field's already"),
                .init("/features/c/sections/2/fields/5/options/0", 12, "lacks value"),
                .init("/features/c/sections/2/fields/6/hints/colour", 13, "is not known here"),
                .init("/features/d/submit/source", 14, "there is no source none"),
                .init("/features/d/submit", 14, "lacks call: insert, update or perform"),
                .init("/features/e/submit/call", 15, "must be one of insert, update, perform"),
                .init("/features/n/submit/source", 15, "changes no rows"),
                .init("/features/f/submit/source", 16, "takes no new rows"),
                .init("/features/f/submit/operation", 16, "is for the call perform"),
                .init("/features/f/submit/timeoutMs", 16, "must be an integer from 1 to 86400000"),
                .init("/features/g/submit", 17, "lacks operation"),
                .init("/features/h/submit/operation", 18, "the source has no operation x; it has: check, send"),
                .init("/features/i/submit/source", 19, "has no operations"),
                .init("/features/j/draft/source", 20, "can't keep a draft"),
                .init("/features/k/draft/key", 21, "is not known here"),
                .init("/features/k/onSuccess", 21, "must be one of dismiss, reset, stay"),
                .init("/features/l/rules/0/holds/field", 22, "there is no field a"),
                .init("/features/m/source", 23, "is not known here"),
            ],
            in: text(
                #"""
                "a": {"kind": "form"},
                "b": {"kind": "form", "sections": {}, "showMessages": "never", "showMessagesAgain": "onTouched"},
                "c": {"kind": "form", "sections": [7,
                  {},
                  {"fields": [{"name": "a"},
                    {"type": "text"},
                    {"name": "c", "type": "colour"},
                    {"name": "d", "type": "text", "size": 1},
                    {"name": "a", "type": "text"},
                    {"name": "i", "type": "picker", "options": [{}, 1]},
                    {"name": "j", "type": "text", "hints": {"colour": "red"}}]}]},
                "d": {"kind": "form", "sections": [], "submit": {"source": "none"}},
                "e": {"kind": "form", "sections": [], "submit": {"source": "log", "call": "delete"}}, "n": {"kind": "form", "sections": [], "submit": {"source": "log", "call": "update"}},
                "f": {"kind": "form", "sections": [], "submit": {"source": "log", "call": "insert", "operation": "x", "timeoutMs": 0}},
                "g": {"kind": "form", "sections": [], "submit": {"source": "do", "call": "perform"}},
                "h": {"kind": "form", "sections": [], "submit": {"source": "do", "call": "perform", "operation": "x"}},
                "i": {"kind": "form", "sections": [], "submit": {"source": "ok", "call": "perform", "operation": "x"}},
                "j": {"kind": "form", "sections": [], "draft": {"source": "log"}},
                "k": {"kind": "form", "sections": [], "draft": {"source": "ok", "key": "x"}, "onSuccess": "close"},
                "l": {"kind": "form", "sections": [], "rules": [{"holds": {"field": "a", "empty": true}, "message": "M"}]},
                "m": {"kind": "form", "sections": [], "source": "ok"}
                """#))
    }

    @Test func eachMistakeOfAStepHasItsPlace() {
        expect(
            [
                .init("/features/a/steps", 3, "a form has at least one step"),
                .init("/features/b/steps", 4, "must be an array"),
                .init("/features/c/sections", 5, "belong to the steps"),
                .init("/features/d/steps/0", 6, "lacks id, a string"),
                .init("/features/d/steps/0", 6, "lacks title, a string"),
                .init("/features/d/steps/0", 6, "lacks sections, an array of them"),
                .init("/features/e/steps/0/id", 7, "a step's id is not empty"),
                .init("/features/f/steps/1/id", 8, "the id s is another step's already"),
                .init("/features/g/steps/0/visibleWhen", 9, "leads back to itself (/a → /a)"),
                .init("/features/h/steps/0/sections/0/fields/0/minimum", 10, "a field of the type text has no minimum"),
                .init("/features/i/steps/0/header", 11, "is not known here"),
            ],
            in: text(
                #"""
                "a": {"kind": "form", "steps": []},
                "b": {"kind": "form", "steps": {}},
                "c": {"kind": "form", "sections": [], "steps": [{"id": "s", "title": "S", "sections": []}]},
                "d": {"kind": "form", "steps": [{}]},
                "e": {"kind": "form", "steps": [{"id": "", "title": "S", "sections": []}]},
                "f": {"kind": "form", "steps": [{"id": "s", "title": "S", "sections": []}, {"id": "s", "title": "S", "sections": []}]},
                "g": {"kind": "form", "steps": [{"id": "s", "title": "S", "visibleWhen": {"field": "a", "empty": true}, "sections": [{"fields": [{"name": "a", "type": "text"}]}]}]},
                "h": {"kind": "form", "steps": [{"id": "s", "title": "S", "sections": [{"fields": [{"name": "a", "type": "text", "minimum": 1}]}]}]},
                "i": {"kind": "form", "steps": [{"id": "s", "title": "S", "sections": [], "header": "H"}]}
                """#))
    }

    // MARK: Params

    private static let nested = #"""
        "f": {"kind": "form", "sections": [{"fields": [
          {"name": "a", "type": "text"}, {"name": "s", "type": "secure"},
          {"name": "g", "type": "group", "fields": [{"name": "a", "type": "text"}, {"name": "s", "type": "secure"}]},
          {"name": "r", "type": "repeated", "fields": [{"name": "a", "type": "text"}, {"name": "s", "type": "secure"}]}
        ]}]}
        """#

    private func child(_ params: String) throws -> AnyFeature {
        try workspace(text(Self.nested)).features[0].child(try JSONValue(parsing: params), keys: KeySequence())
    }

    @Test func paramsAreShownWithoutSecretsAndWhatNobodyKnows() throws {
        let values = #"{"s":"X","a":"1","z":"X","g":{"s":"X","a":"2","z":{"s":"X"}},"r":[{"a":"3","s":"X"},{"s":"X"}]}"#
        let shown = try child(#"{"values":\#(values),"id":"7"}"#).params
        let right = #"{"id":"7","values":{"a":"1","g":{"a":"2"},"r":[{"a":"3"},{}]}}"#
        #expect(try shown.value == JSONValue(parsing: right))
        #expect(try child(#"{"id":"7"}"#).params.string == #"{"id":"7"}"#)
        #expect(try child(#"{"values":null}"#).params.string == "{}")
        #expect(try child(#"{"values":{"g":null,"r":null}}"#).params.string == #"{"values":{"g":null,"r":null}}"#)
    }

    @Test func paramsThatFieldsCannotHoldAreRefused() throws {
        for (values, path) in [
            (#"{"g":"X"}"#, "/values/g"), (#"{"g":{"a":1}}"#, "/values/g/a"), (#"{"r":{}}"#, "/values/r"),
            (#"{"r":[{"a":1}]}"#, "/values/r/0/a"),
        ] {
            #expect {
                _ = try child(#"{"values":\#(values)}"#)
            } throws: { error in
                guard case .invalidParams(let fields) = error as? ActionRefusal else { return false }
                return fields.map(\.path) == [path]
            }
        }
    }
}
