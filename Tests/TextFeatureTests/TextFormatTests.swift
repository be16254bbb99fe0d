import FHJSON
import FHTextFeature
import Testing

@Suite struct TextFormatTests {
    private func spans(_ text: String, _ format: TextFormat) async -> [String] {
        await TextDriver.loaded(text, format) { $0.pageSize = 50 }.spans
    }

    @Test func plainTextHasLinksAndPlacesInFiles() async {
        #expect(
            await spans(
                "see (https://a.b/c?d=1), or src/main.c:12:5: error\nat 12:30, x:5, a.py:7\nno.thing: 5", .plain) == [
                    "1: 5-22 link https://a.b/c?d=1", "1: 28-43 location src/main.c:12:5",
                    "2: 15-21 location a.py:7",
                ])
    }

    @Test func aLinkMayContainParenthesesButNotTheFullStopBehindIt() async {
        #expect(await spans("https://a.b/c_(d).", .plain) == ["1: 0-17 link https://a.b/c_(d)"])
        #expect(await spans("https://", .plain) == [])
    }

    @Test func rangesCountUnicodeScalars() async {
        #expect(await spans("é👩‍👧 https://a.b", .plain) == ["1: 5-16 link https://a.b"])
    }

    @Test func ansiSequencesBecomeSpans() async {
        let text = await TextDriver.loaded(
            "a\u{1B}[1;31mb\u{1B}[mc\u{1B}[48;5;196md\u{1B}[0m\u{1B}[38;2;1;2;3me", .ansi)
        #expect(text.texts == ["abcde"])
        #expect(text.spans == ["1: 1-2 ansi red bold", "1: 3-4 ansi #ff0000", "1: 4-5 ansi #010203"])
    }

    @Test func ansiColoursGoOnInTheNextLine() async {
        let text = await TextDriver.loaded("\u{1B}[32ma\nb\u{1B}[39m c\nd", .ansi)
        #expect(text.spans == ["1: 0-1 ansi green", "2: 0-1 ansi green"])
    }

    @Test func otherControlSequencesAreLeftOut() async {
        let text = await TextDriver.loaded(
            "\u{1B}]0;title\u{7}a\u{1B}[2Kb\u{1B}(Bc\u{1B}[?25ld\u{8}\u{1B}]8;;x\u{1B}\\e", .ansi)
        #expect(text.texts == ["abcde"])
        let bar = await TextDriver.loaded("10%\r20%\rdone", .ansi)
        #expect(bar.texts == ["done"])
        let open = await TextDriver.loaded("a\u{1B}[", .ansi)
        #expect(open.texts == ["a"])
    }

    @Test func linksLieOverColours() async {
        #expect(
            await spans("\u{1B}[1ma.c:1\u{1B}[0m: \u{1B}[31merror", .ansi) == [
                "1: 0-5 location a.c:1", "1: 7-12 ansi red",
            ])
    }

    static let diff = """
        diff --git a/x b/x
        index 1..2 100644
        --- a/x
        +++ b/x
        @@ -1,3 +1,2 @@ func f
         a
        --- removed
        -b
        +c
        \\ No newline at end of file
        @@ -9 +8,0 @@
        -z
        """

    @Test func aDiffHasFilesHunksAndLines() async {
        #expect(
            await spans(Self.diff, .diff) == [
                "1: 0-18 heading", "2: 0-17 dim", "3: 0-7 heading", "4: 0-7 heading", "5: 0-16 hunk", "5: 16-22 dim",
                "7: 0-11 removed", "8: 0-2 removed", "9: 0-2 added", "10: 0-27 dim", "11: 0-13 hunk", "12: 0-2 removed",
            ])
    }

    @Test func jsonHasKeysAndValues() async {
        #expect(
            await spans(#"{"a": "b\"c", "d": [1.5e3, true, 01, nul]"#, .json) == [
                "1: 1-4 key", "1: 6-12 string", "1: 14-17 key", "1: 20-25 number", "1: 27-31 literal", "1: 33-35 error",
                "1: 37-40 error",
            ])
        #expect(await spans(#"["open"#, .json) == ["1: 1-6 error"])
    }

    @Test func markdownHasMeaningsInItsSource() async {
        #expect(
            await spans("# Ti*t*le\n\nA [link](http://x.y) in **bold `code`**\n> quoted", .markdown) == [
                "1: 0-4 heading", "1: 4-7 emphasis", "1: 7-9 heading", "3: 2-20 link http://x.y", "3: 24-32 strong",
                "3: 32-36 code", "3: 36-39 strong", "4: 0-8 quote",
            ])
    }

    @Test func markdownThatIsTooLongIsRefused() async {
        let text = await TextDriver.loaded("a\nb\nc", .markdown) { $0.longestText = 2 }
        #expect(text.phase == "failed")
        #expect(text.errors.first?["code"]?.stringValue == "tooLarge")
        #expect(text.errors.first?["retryable"]?.boolValue == false)
        #expect(text.texts == [])
    }
}
