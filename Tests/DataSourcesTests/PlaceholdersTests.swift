import TestSupport
import Testing

@testable import FHDataSources

/// Placeholders in the arguments of commands, and parameters in SQL.
@Suite(.hangLimit)
struct PlaceholdersTests {
    private let placeholders = Placeholders([
        "a": .text("x y"), "b": .text("{a}{ids*}"), "ids": .texts(["1", "{a}", "-3"], json: #"["1"]"#), "none": .absent,
        "empty": .texts([], json: "[]"),
    ])

    @Test(arguments: [
        ("{a}", ["x y"]), ("<{a}>", ["<x y>"]), ("{a}{a}", ["x yx y"]), ("{b}", ["{a}{ids*}"]),
        ("{ids*}", ["1", "{a}", "-3"]), ("{ids}", [#"["1"]"#]), ("-i{ids*}", [#"-i["1"]"#]),
        ("{none}", []), ("{none*}", []), ("<{none}>", ["<>"]), ("{empty*}", []), ("{empty}", ["[]"]),
        ("{other}", ["{other}"]), ("{print $1}", ["{print $1}"]), ("{}", ["{}"]), ("{{a}}", ["{x y}"]),
        ("{a", ["{a"]), ("a}", ["a}"]), ("{é{a}", ["{éx y"]), ("{a *}", ["{a *}"]), ("{1}", ["{1}"]), ("", [""]),
    ])
    func eachArgumentIsFilledIn(argument: String, filled: [String]) {
        #expect(placeholders.arguments(["p", argument]) == ["p"] + filled)
        #expect(placeholders.arguments([argument]) == [argument], "a program is always the same")
    }

    @Test func aTextWithoutValuesStaysAsItIs() {
        let texts = ["{query}", "a{b}c", "{ids*}"]
        #expect(Placeholders().arguments(texts) == texts)
        #expect(texts.map(Placeholders().text) == texts)
    }

    @Test(arguments: [
        ("SELECT :a, :b_2", ["a", "b_2"]), ("':a' \":b\" `:c` [:d]", []), ("x--:a\n:b", ["b"]), ("/*:a*/:b/**/", ["b"]),
        ("'it''s :a' :b", ["b"]), (":1 :é : a::c", ["c"]), ("'open :a", []), ("--:a", []), ("a-:b/:c", ["b", "c"]),
    ])
    func parametersOfSQLAreOutsideOfStringsNamesAndComments(query: String, names: [String]) {
        #expect(SQLParams.names(in: query) == Set(names))
        #expect(SQLParams.replaced(in: query) { ":\($0)" } == query)
    }

    @Test func parametersOfSQLAreReplaced() {
        let replaced = SQLParams.replaced(in: "a=:x AND b=':x'--:x") { "f('\($0)')" }
        #expect(replaced == "a=f('x') AND b=':x'--:x")
    }
}
