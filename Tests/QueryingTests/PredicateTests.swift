import JSON
import Querying
import Testing

@Suite struct PredicateTests {
    private func text(_ text: String) throws -> JSONText { try JSONText(parsing: text) }

    private func passes(_ predicate: Predicate, _ row: String) throws -> Bool {
        RowQuery(predicate: predicate).matches(try text(row))
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1", #""1""#, true), ("1", #""1.0""#, true), ("1", #""01""#, false), ("1", "2", false),
        ("true", "true", true), ("true", #""true""#, true), ("true", "false", false), ("true", "1", false),
        (#""a""#, #""a""#, true), (#""a""#, #""A""#, false), (#""1""#, "1", false), ("null", "null", true),
        ("null", #""null""#, false), ("[1]", "[1.0]", true), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true),
        ("9007199254740993", "9007199254740992.0", false), (#""é\n""#, #""\u00e9\n""#, true),
    ])
    func equalsIsEqualityOfJSON(literal: String, value: String, expected: Bool) throws {
        #expect(try passes(.equals("x", text(literal)), #"{"x":\#(value)}"#) == expected)
        #expect(try passes(.isIn("x", [text("77"), text(literal)]), #"{"x":\#(value)}"#) == expected)
    }

    @Test func aMissingMemberEqualsOnlyNull() throws {
        #expect(try passes(.equals("x", .null), "{}"))
        #expect(try passes(.isIn("x", [.null]), #"{"y":1}"#))
        #expect(try !passes(.equals("x", .bool(false)), "{}"))
        #expect(try !passes(.contains("x", ""), "{}"))
        #expect(try !passes(.less("x", .integer(1)), "{}"))
        #expect(try !passes(.greater("x", .string("")), #"{"x":null}"#))
    }

    @Test(arguments: [
        ("UBER", #""über dem""#, true), ("ü", #""U""#, true), ("か", #""が""#, false), ("が", #""か\u3099""#, true),
        ("a\"b", #""A\"B""#, true), ("", #""""#, true), ("x", #""""#, false), ("a", #"["b","a"]"#, true),
        ("A", #"["a"]"#, false), ("a", #"["ab"]"#, false), ("1", "1", false), ("strasse", #""Straße""#, true),
    ])
    func containsFindsFoldedTextAndElements(needle: String, value: String, expected: Bool) throws {
        #expect(try passes(.contains("x", needle), #"{"x":\#(value)}"#) == expected)
    }

    @Test(arguments: [
        ("1", "2", true), ("1", "1", false), ("1", "1.5", true), ("1", #""10""#, true), ("1", #""x""#, false),
        ("1", "true", false), ("2", "10", true), (#""b""#, #""C""#, true), (#""b""#, #""B""#, false),
        (#""b""#, #""é""#, true), (#""1""#, "2", false), ("null", "1", false), ("false", "true", false),
        ("9007199254740992.0", "9007199254740993", true), ("-1", "-0.0", true),
    ])
    func greaterAndLessCompareWhatIsAlike(literal: String, value: String, expected: Bool) throws {
        #expect(try passes(.greater("x", text(literal)), #"{"x":\#(value)}"#) == expected)
        if expected { #expect(try passes(.less("x", text(value)), #"{"x":\#(literal)}"#) || value.hasPrefix("\"1")) }
    }

    @Test func predicatesCombine() throws {
        let one = Predicate.equals("x", .integer(1))
        let two = Predicate.equals("y", .integer(2))
        #expect(try passes(.all([one, two]), #"{"x":1,"y":2}"#) && !passes(.all([one, two]), #"{"x":1}"#))
        #expect(try passes(.any([one, two]), #"{"y":2}"#) && !passes(.any([one, two]), "{}"))
        #expect(try passes(.not(one), "{}") && !passes(.not(one), #"{"x":1}"#))
        #expect(try passes(.all([]), "{}") && !passes(.any([]), "{}"))
    }

    @Test func whatIsNoObjectHasNoMembers() throws {
        #expect(try !passes(.equals("x", .integer(1)), "[1]") && passes(.equals("x", .null), "7"))
    }
}
