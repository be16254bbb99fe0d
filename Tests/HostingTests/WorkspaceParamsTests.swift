import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Params that features of workspaces declare.
@Suite struct WorkspaceParamsTests {
    private func feature(_ params: String, _ members: String = "", kind: String = "list") -> String {
        let own = kind == "form" ? #""sections":[]"# : #""source":"s""#
        return
            #"{"sources":{"s":{"type":"inline"}},"features":{"f":{"kind":"\#(kind)",\#(own),"params":\#(params)\#(members)}}}"#
    }

    private func warnings(_ text: String) throws -> [String] {
        try workspace(text).warnings.map { "\($0.pointer) \($0.message)" }
    }

    @Test(arguments: [
        ("7", "", "must be an object"), (#"{"a":7}"#, "/a", "must be an object with type"),
        (#"{"a":{}}"#, "/a", "lacks type: string, integer, number, boolean, array"),
        (#"{"a":{"type":"text"}}"#, "/a/type", "must be one of string"),
        (#"{"a b":{"type":"string"}}"#, "/a b", "must be letters, digits, _ and -"),
        (#"{"a":{"type":"string","minimum":1}}"#, "/a/minimum", "is for numbers"),
        (#"{"a":{"type":"number","maxLength":1}}"#, "/a/maxLength", "is for strings"),
        (#"{"a":{"type":"integer","default":1.5}}"#, "/a/default", "must be an integer"),
        (#"{"a":{"type":"string","enum":["x",1]}}"#, "/a/enum/1", "must be a string"),
        (#"{"a":{"type":"string","enum":["x"],"default":"y"}}"#, "/a/default", #"must be one of "x""#),
        (#"{"a":{"type":"string","required":true,"default":"y"}}"#, "/a/required", "without a default"),
        (#"{"a":{"type":"array"}}"#, "/a", "lacks items"),
        (#"{"a":{"type":"array","items":{}}}"#, "/a/items", "lacks type"),
        (#"{"a":{"type":"array","items":{"type":"integer"},"default":[1,"x"]}}"#, "/a/default", "must be an integer"),
        (#"{"a":{"type":"string","items":{}}}"#, "/a/items", "is not known here"),
    ])
    func eachMistakeInAParamHasItsPlace(params: String, place: String, words: String) {
        expect([.init("/features/f/params\(place)", 1, words)], in: feature(params))
    }

    @Test(arguments: ["id", "values", "version"])
    func aFormKeepsItsOwnParams(name: String) throws {
        let params = #"{"\#(name)":{"type":"string"}}"#
        expect(
            [.init("/features/f/params/\(name)", 1, "a form has the param \(name) already")],
            in: feature(params, kind: "form"))
        #expect(try workspace(feature(params)).features.count == 1)
    }

    @Test func aReferenceToNoParamIsAMistake() {
        let members = #","where":{"key":"a","equals":{"param":"b"}}"#
        expect(
            [.init("/features/f/where/equals", 1, "there is no param b; declared are: a")],
            in: feature(#"{"a":{"type":"string"}}"#, members))
    }

    @Test(arguments: [
        (#"{"b":1}"#, "/b"), (#"{"a":"x"}"#, "/a"), (#"{"a":11}"#, "/a"),
    ])
    func aRouteGivesOnlyWhatItsFeatureTakes(params: String, place: String) {
        let text =
            #"{"sources":{"s":{"type":"inline"}},"features":{"f":{"kind":"list","source":"s","params":{"a":{"type":"integer","maximum":9}}},"g":{"kind":"flow","root":"r","routes":{"r":{"feature":"f","params":\#(params)}}}}}"#
        expect([.init("/features/g/routes/r/params\(place)", 1, "f can't be opened so")], in: text)
    }

    @Test func aTitleNamesOnlyDeclaredParams() {
        expect(
            [.init("/features/f/title", 1, "there is no param b; declared are: a")],
            in: feature(#"{"a":{"type":"string"}}"#, #","title":"{param.a} {param.b}""#))
    }

    @Test func whatNobodyUsesIsAWarning() throws {
        let found = try warnings(feature(#"{"a":{"type":"string"},"b":{"type":"string"}}"#, #","title":"{param.b}""#))
        #expect(found == ["/features/f/params/a nothing in this feature or its sources refers to it"])
    }

    @Test(arguments: [
        (#"["ls","--","{a}"]"#, [] as [String]),
        (#"["ls","{a}"]"#, ["/sources/s/argv/1 a value of a that begins with -"]),
        (#"["ls","./{a}"]"#, []), (#"["git","show","--end-of-options","{a}"]"#, []),
        (#"["{a}","--"]"#, ["/sources/s/argv/0 a program is always the same"]),
        (#"["ls","--","{a}","{ids*}"]"#, []),
        (#"["ls","--","{a}","{ids}"]"#, ["/sources/s/argv/3 the param ids is an array"]),
        (#"["ls","--","{a}","{c}"]"#, ["/features/f/source the source s has a place for the param c"]),
    ])
    func placesThatAreDoubtfulAreWarnings(argv: String, expected: [String]) throws {
        let text =
            #"{"sources":{"s":{"type":"command","argv":\#(argv)}},"features":{"f":{"kind":"list","source":"s","title":"{param.a}{param.ids}","params":{"a":{"type":"string"},"ids":{"type":"array","items":{"type":"string"}}}}}}"#
        let found = try warnings(text)
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected)) }
    }
}
