import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHDataSources

/// The places in the arguments of operations for parts of their value.
@Suite(.hangLimit)
struct OperationPlacesTests {
    /// Returns the arguments, each in brackets, that a command with these arguments gets.
    private func arguments(
        _ argv: [String], _ input: String, secrets: [String] = []
    ) async throws(Failure) -> String {
        let command = try CommandSource.Operation(argv: ["printf", #""%s""#, "--"] + argv)
        let words = try OperationPlaces.arguments(
            command.argv, for: (try? JSONText(parsing: input)) ?? .null, secrets: secrets)
        return words.dropFirst(3).map { "[\($0)]" }.joined()
    }

    @Test(arguments: [
        (["{id}"], "[7]"), (["{ids*}"], "[7]"), (["x{ids}"], #"[x["7"]]"#), (["{value.name}"], "[a b]"),
        (["{value.owner.name}"], "[Ada]"), (["{value.tags*}"], "[x][y]"), (["{value.size}"], "[3]"),
        (["{input.how}"], "[softly]"), (["--as={input.how}", "{value.none}", "{before}"], "[--as=softly]"),
        (["<{value.none}>"], "[<>]"), (["{other}", "{value}", "{value.}"], "[{other}][{value}][{value.}]"),
    ])
    func eachPlaceHasItsPart(argv: [String], expected: String) async throws {
        let input = #"""
            {"ids":["7"],"values":[{"name":"a b","owner":{"name":"Ada"},"tags":["x","y"],"size":3}],
            "input":{"how":"softly"}}
            """#
        #expect(try await arguments(argv, input) == expected)
    }

    @Test func severalRowsHaveNeitherAnIDNorMembers() async throws {
        let input = #"{"ids":["1","2"],"values":[{"a":1},{"a":2}]}"#
        #expect(try await arguments(["{id}", "{value.a}", "{ids*}"], input) == "[1][2]")
        #expect(try await arguments(["{values.a*}", "{values.b*}"], input) == "[1][2]")
    }

    @Test func theValuesOfAFormAreMembersToo() async throws {
        #expect(try await arguments(["{value.message}"], #"{"message":"Fix it"}"#) == "[Fix it]")
        #expect(try await arguments(["{value.name}", "{before}"], #"{"value":{"name":"x"},"before":"2"}"#) == "[x][2]")
    }

    @Test func aPartIsNotSearchedForPlaces() async throws {
        #expect(try await arguments(["{value.a}{value.b}"], #"{"a":"{value.b}","b":"x"}"#) == "[{value.b}x]")
    }

    @Test(arguments: [
        (["{value.a}"], #"{"a":"s3cret"}"#, "has a secret"), (["{value.g}"], #"{"g":{"p":"s3cret"}}"#, "has a secret"),
        (["{value.g*}"], #"{"g":[{"p":"s3cret"}]}"#, "has a secret"), (["x{value.a}"], #"{"a":"a\u0000b"}"#, "U+0000"),
    ])
    func whatCannotBePassedIsRefused(argv: [String], input: String, words: String) async {
        do throws(Failure) {
            _ = try await arguments(argv, input, secrets: ["s3cret"])
            Issue.record("it is passed")
        } catch {
            #expect(error.code == "invalidData" && error.message.contains(words), "\(error.message)")
        }
    }

    @Test func noPartBecomesAProgramOfAShell() throws {
        let input = try JSONText(parsing: #"{"ids":["$(id)"]}"#)
        #expect(throws: Failure.self) {
            try OperationPlaces.arguments(["sh", "-c", "rm {id}"], for: input, secrets: [])
        }
        let argv = ["sh", "-c", "rm -- \"$1\"", "rm", "{id}"]
        #expect(try OperationPlaces.arguments(argv, for: input, secrets: []).last == "$(id)")
    }

    @Test func noPartBecomesAnOption() throws {
        let input = try JSONText(parsing: #"{"ids":["-rf"]}"#)
        #expect(throws: Failure.self) { try OperationPlaces.arguments(["rm", "{ids*}"], for: input, secrets: []) }
        #expect(try OperationPlaces.arguments(["rm", "--", "{ids*}"], for: input, secrets: []) == ["rm", "--", "-rf"])
        let two = try JSONText(parsing: #"{"value":{"b":"--help","n":-5}}"#)
        #expect(throws: Failure.self) {
            try OperationPlaces.arguments(["x", "{value.a}{value.b}"], for: two, secrets: [])
        }
        #expect(try OperationPlaces.arguments(["x", "{value.n}"], for: two, secrets: []) == ["x", "-5"], "a number")
        #expect(try OperationPlaces.arguments(["rm", "./{id}"], for: input, secrets: []) == ["rm", "./-rf"])
    }
}
