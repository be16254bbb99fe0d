import FHFuzzyMatch
import Testing

/// The meaning of queries.
struct PatternTests {
    /// Queries, texts, and the texts with their matches in brackets; nil for no match.
    static let cases: [(query: String, text: String, marked: String?)] = [
        // Letters in order.
        ("fb", "foo_bar", "[f]oo_[b]ar"),
        ("fb", "bar_foo", nil),
        ("fb", "f", nil),
        ("", "anything", "anything"),
        ("a", "", nil),
        // A term is case-sensitive if it has an upper-case letter.
        ("fb", "FooBar", "[F]oo[B]ar"),
        ("fB", "FooBar", nil),
        ("FB", "FooBar", "[F]oo[B]ar"),
        ("bar Foo", "FooBar", "[FooBar]"),
        ("BAR foo", "FooBar", nil),
        // Characters whose codes differ as the two cases of a letter do, or by one.
        ("@[", "`{", nil),
        ("`", "@<", nil),
        ("ba", "xbca", "x[b]c[a]"),
        // Operators.
        ("'oba", "foo_bar", nil),
        ("'o_b", "foo_bar", "fo[o_b]ar"),
        ("^foo", "foo_foo", "[foo]_foo"),
        ("^oo", "foo", nil),
        ("foo$", "foo_foo", "foo_[foo]"),
        ("fo$", "foo", nil),
        ("^foo$", "foo", "[foo]"),
        ("^foo$", "foo_foo", nil),
        ("!bar", "foo", "foo"),
        ("!bar", "foo_bar", nil),
        ("!bar", "b_a_r", "b_a_r"),
        ("!'bar", "b_a_r", nil),
        ("!^bar", "foo_bar", "foo_bar"),
        ("!^bar", "bar_foo", nil),
        ("!bar$", "bar_foo", "bar_foo"),
        ("!bar$", "foo_bar", nil),
        ("!^bar$", "bar_bar", "bar_bar"),
        ("!^bar$", "bar", nil),
        ("'bar$", "bar_bar", "bar_[bar]"),
        ("'bar$", "bar_foo", nil),
        ("!'bar$", "b_a_r", "b_a_r"),
        // All terms must match, or one of several alternatives.
        ("foo bar", "bar_foo", "[bar]_[foo]"),
        ("foo bar", "bar", nil),
        ("foo | bar", "bar", "[bar]"),
        ("foo | bar", "baz", nil),
        ("'x | foo bar", "foo_bar", "[foo]_[bar]"),
        ("x | !foo", "bar", "bar"),
        ("!foo bar", "foo_bar", nil),
        ("a|b", "a|b", "[a|b]"),
        ("a|b", "a", nil),
        // Spaces, also escaped ones.
        ("  foo   bar  ", "foobar", "[foobar]"),
        ("'o\\ b", "foo bar", "fo[o b]ar"),
        ("'o\\ b", "foobar", nil),
        ("\\ ", "a b", "a[ ]b"),
        ("a\\b", "a\\b", "[a\\b]"),
        // Operators without a text are not terms; elsewhere their characters are text.
        ("^", "foo", "foo"),
        ("!", "foo", "foo"),
        ("'", "foo", "foo"),
        ("!^ foo", "foo", "[foo]"),
        ("^$", "foo", "foo"),
        ("foo |", "foo", "[foo]"),
        ("$", "a$b", "a[$]b"),
        ("| a", "a|", "[a|]"),
        ("a | | b", "|", nil),
        ("a^b", "a^b", "[a^b]"),
    ]

    @Test(arguments: cases)
    func matches(query: String, text: String, expected: String?) {
        #expect(marked(query, text) == expected)
    }

    @Test(arguments: [("", true), ("   ", true), ("^ ' ! !^", true), ("a", false), ("!a", false), ("$", false)])
    func aPatternWithoutTermsIsEmpty(query: String, isEmpty: Bool) {
        #expect(Pattern(query).isEmpty == isEmpty)
    }

    @Test func withoutAWishRowsKeepTheirOrder() {
        let rows = ["long one", "b", "cc"]
        #expect(ranked("", rows) == rows)
        #expect(ranked("!x", rows) == rows)
    }
}
