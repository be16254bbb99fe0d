import FHFuzzyMatch
import Testing

/// The ranking that users expect.
struct RankingTests {
    static let cases: [(query: String, best: String, next: String, reason: Comment)] = [
        ("fb", "foo_bar", "fabric", "starts of words before letters within one"),
        ("fb", "fooBar", "foobar", "a capital starts a word"),
        ("v2", "api_v2", "av2", "a digit after a letter of a word that starts there"),
        ("foo", "foobar", "f_o_o_bar", "a run at the start before starts of words"),
        ("bar", "foo_bar", "foobar", "the start of a word before its middle"),
        ("bar", "foo bar", "foo_bar", "a space parts words more than a sign"),
        ("abc", "xabcx", "xaxbxcx", "a run before scattered letters"),
        ("abc", "xabxc", "xabxxxxc", "small gaps before large ones"),
        ("ab", "xab", "xxxab", "an earlier start"),
        ("main", "main", "main.swift", "what is shorter"),
        ("main", "main/src.c", "src/main.c", "the start of the whole before that of a part"),
        ("ab", "ab_ab_xx", "xx_ab_ab", "an earlier start where all else is equal"),
        ("xab", "a_xab_cd", "cd_a_xab", "an earlier match of the same worth"),
        ("main", "a/main.c", "b/c/main.c", "an earlier and shorter path"),
        ("app main", "app/main.swift", "main.app/swift", "each term where it counts"),
        ("'bar", "foo/bar_bar", "foo/xbar_xbar", "an exact term at the start of a word"),
        ("smain", "src/main.c", "src/domain.c", "a path by the starts of its components"),
        ("cafe", "cafe noir", "cafe au lait", "what is shorter, whatever comes behind"),
    ]

    @Test(arguments: cases)
    func best(query: String, best: String, next: String, reason: Comment) {
        #expect(ranked(query, [next, best]) == [best, next], reason)
        #expect(ranked(query, [best, next]) == [best, next], reason)
    }

    @Test func equalsStandInTheOrderOfTheirRows() {
        let index = makeIndex(["b/a", "c/a", "a/a"])
        #expect(ranked("a$", in: index).map(\.row) == [0, 1, 2])
    }

    @Test func anExactTermIsMarkedWhereItStandsBest() {
        #expect(marked("'bar", "foobar_bar") == "foobar_[bar]")
        #expect(marked("'bar", "bar_bar") == "[bar]_bar")
        #expect(marked("'bar", "bar/bar") == "[bar]/bar")
    }

    @Test func anAlternativeIsMarkedWhereItScoresBest() {
        #expect(marked("zz | bar | foo", "fxoxo/bar") == "fxoxo/[bar]")
    }

    @Test func fieldsCountByTheirWeights() {
        var index = SearchIndex(weights: [1, 3])
        index.append(["swift", "c"])
        index.append(["c", "swift"])
        #expect(ranked("swift", in: index).map(\.row) == [1, 0])
        #expect(ranked("swift c", in: index).count == 2)
        let highlights = index.highlights(of: Pattern("swift c"), row: 0)
        #expect(highlights.map(\.key) == [0, 1])
        #expect(highlights.map(\.ranges) == [[0..<5], [0..<1]])
    }

    @Test func aTermHasToBeInOneField() {
        var index = SearchIndex(weights: [1, 1])
        index.append(["foo", "bar"])
        #expect(ranked("foobar", in: index).isEmpty)
        #expect(ranked("!bar", in: index).isEmpty)
        #expect(ranked("^bar$", in: index).count == 1)
    }
}
