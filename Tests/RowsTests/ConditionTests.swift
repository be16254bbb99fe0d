import FHJSON
import FHRows
import Testing

@Suite struct ConditionTests {
    private func text(_ text: String) throws -> JSONText { try JSONText(parsing: text) }

    private func passes(_ predicate: Condition, _ row: String) throws -> Bool {
        RowQuery(predicate: predicate).matches(try text(row))
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1", #""1""#, true), ("1", #""1.0""#, true), ("1", #""01""#, false), ("1", "2", false),
        ("true", "true", true), ("true", #""TRUE""#, true), ("true", "false", false), ("true", "1", true),
        ("true", "2", false), ("0", "false", true),
        (#""true""#, "true", false), (#""a""#, #""a""#, true), (#""a""#, #""A""#, false), (#""1""#, "1", false),
        ("null", "null", true),
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
        ("a\"b", #""A\"B""#, true), ("", #""x""#, true), ("", #""""#, false), ("1", "[1]", false),
        ("x", "[]", false), ("x", #""""#, false), ("a", #"["b","a"]"#, true),
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

    @Test(arguments: ["null", #""""#, #"" \t\u00a0\u2003\u3000""#, "[]"])
    func whatIsBlankEqualsNullAndIsNotCompared(value: String) throws {
        let row = #"{"x":\#(value)}"#
        #expect(try passes(.isEmpty("x"), row) && passes(.equals("x", .null), row))
        #expect(try passes(.equals("x", .string("")), row) && passes(.isIn("x", [.integer(1), .null]), row))
        #expect(try !passes(.less("x", .string("z")), row) && !passes(.greater("x", .string("")), row))
        #expect(try !passes(.contains("x", " "), row) && !passes(.not(.isEmpty("x")), row))
    }

    @Test(arguments: ["0", "false", "{}", "[null]", #""a""#, #""\u0000""#, #""\u200b""#])
    func whatIsThereIsNotBlank(value: String) throws {
        #expect(try !passes(.isEmpty("x"), #"{"x":\#(value)}"#) && !passes(.equals("x", .null), #"{"x":\#(value)}"#))
    }

    @Test func anArrayContainsWhatAnElementEquals() throws {
        #expect(try passes(.contains("x", .value(.integer(2))), #"{"x":["a","2"]}"#))
        #expect(try passes(.contains("x", .value(.bool(true))), #"{"x":[false,1]}"#))
        #expect(try !passes(.contains("x", .value(.integer(2))), #"{"x":"2"}"#))
    }

    @Test(arguments: [
        ("file2", "file10"), ("1.9.3", "1.10.0"), ("a007b", "a7c"), ("x9999999999999999999", "x10000000000000000000"),
        ("room 3", "Room 20"), ("a", "a0"), ("a-1", "a1"), ("a1", "aé"), ("v1", "v1.0"), ("img12.png", "IMG12a.png"),
    ])
    func textIsComparedInNaturalOrder(less: String, greater: String) throws {
        let row = JSONText.object("x", .string(less)).string
        #expect(try passes(.less("x", .string(greater)), row) && !passes(.greater("x", .string(greater)), row))
        let other = JSONText.object("x", .string(greater)).string
        #expect(try passes(.greater("x", .string(less)), other) && !passes(.less("x", .string(less)), other))
    }

    @Test(arguments: [
        ("2026-07-01T06:59:59.5Z", "2026-07-01T09:00:00+02:00"),
        ("2026-07-01T09:00:00+02:00", "2026-07-01T05:45:00-02:00"),
        ("2015-06-30T23:59:60Z", "2015-07-01T00:00:00Z"), ("2015-06-30T23:59:59.999Z", "2015-06-30T23:59:60Z"),
        ("2026-07-01", "2026-07-01T00:00:01Z"), ("2026-06-30T23:30:00-01:00", "2026-07-01T00:31:00Z"),
        ("2026-07-01 08:00", "2026-07-01T10:00:00+01:00"), ("0000-02-29", "0000-03-01"), ("2024-02-29", "2024-03-01"),
    ])
    func datesAreComparedAsMoments(less: String, greater: String) throws {
        let row = JSONText.object("x", .string(less)).string
        #expect(try passes(.less("x", .string(greater)), row) && !passes(.greater("x", .string(greater)), row))
        let other = JSONText.object("x", .string(greater)).string
        #expect(try passes(.greater("x", .string(less)), other))
    }

    @Test func oneMomentIsNeitherBeforeNorBehindItself() throws {
        let others = [
            "2026-07-01T11:00:00+02:00", "2026-07-01T09:00:00.000Z", "2026-07-01t09:00z", "2026-07-01 09:00:00",
        ]
        for same in others {
            let row = JSONText.object("x", .string(same)).string
            #expect(try !passes(.less("x", .string("2026-07-01T09:00:00Z")), row))
            #expect(try !passes(.greater("x", .string("2026-07-01T09:00:00Z")), row))
        }
    }

    @Test func predicatesCombine() throws {
        let one = Condition.equals("x", .integer(1))
        let two = Condition.equals("y", .integer(2))
        #expect(try passes(.all([one, two]), #"{"x":1,"y":2}"#) && !passes(.all([one, two]), #"{"x":1}"#))
        #expect(try passes(.any([one, two]), #"{"y":2}"#) && !passes(.any([one, two]), "{}"))
        #expect(try passes(.not(one), "{}") && !passes(.not(one), #"{"x":1}"#))
        #expect(try passes(.all([]), "{}") && !passes(.any([]), "{}"))
    }

    @Test func whatIsNoObjectHasNoMembers() throws {
        #expect(try !passes(.equals("x", .integer(1)), "[1]") && passes(.equals("x", .null), "7"))
    }
}
