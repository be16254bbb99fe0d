import FHTerminalDialogs
import FHTerminalScreen
import Testing

/// The command `format`: Markdown, code and templates as text with styles.
@Suite struct FormatTests {
    private static func output(
        _ text: String, _ kind: FormatOptions.Kind = .markdown, _ style: OutputStyle = .plain
    ) -> String? {
        var options = FormatOptions(text)
        options.kind = kind
        return Formatter.result(options, style).output
    }

    /// Returns a text with the styles of a terminal; `ESC[` is shown as `<`.
    private static func styled(
        _ text: String, _ kind: FormatOptions.Kind = .markdown, _ colours: Capabilities.Colours = .sixteen
    ) -> String? {
        output(text, kind, OutputStyle(width: 40, colours: colours, hasLinks: false))?
            .split(separator: "\u{1B}[", omittingEmptySubsequences: false).joined(separator: "<")
    }

    // MARK: Markdown

    @Test(arguments: [
        ("# Title\n- item\n", "Title\n\n• item"), ("a\nb\n\n\nc", "a b\n\nc"), ("a  \nb", "a\nb"),
        ("1. one\n2) two\n- [ ] open\n- [x] done\n  - nested", "1. one\n2. two\n☐ open\n✓ done\n  • nested"),
        ("- one\n  goes on\n- two", "• one goes on\n• two"), ("> a\n>> b", "│ a\n│ │ b"),
        ("```\nlet x = *1*\n\n# no title\n```\nb", "  let x = *1*\n  \n  # no title\n\nb"),
        ("a\n\n---\nb", "a\n\n\(String(repeating: "─", count: 40))\n\nb"), ("## Title ##", "Title"), ("#no", "#no"),
        ("", ""),
    ])
    func blocksAreLaidOut(_ text: String, _ expected: String) {
        #expect(Self.output(text) == expected)
    }

    @Test(arguments: [
        ("**b** *i* `c*d*` ~~s~~", "b i c*d* s"), ("snake_case_name", "snake_case_name"), (#"\*a\*"#, "*a*"),
        ("*a **b** c*", "a b c"), ("[text](https://a.example)", "text (https://a.example)"),
        ("<https://a.example>", "https://a.example"), ("2 * 3 * 4", "2 * 3 * 4"), ("**open", "**open"),
    ])
    func marksWithinLinesAreLeftOut(_ text: String, _ expected: String) {
        #expect(Self.output(text) == expected)
    }

    @Test(arguments: [
        ("**b**", "<1mb<m"), ("*i*", "<3mi<m"), ("***x***", "<1;3mx<m"), ("~~s~~", "<9ms<m"), ("`c`", "<36mc<m"),
        ("# T", "<1;4;36mT<m"), ("### T", "<1mT<m"), ("> q", "<2m│ <m<3mq<m"), ("- [x] d", "<36m✓ <m<2md<m"),
        ("a **b**", "a <1mb<m"),
    ])
    func partsHaveStyles(_ text: String, _ expected: String) {
        #expect(Self.styled(text) == expected)
    }

    @Test func aLinkCanBeClicked() {
        let style = OutputStyle(width: nil, colours: .sixteen, hasLinks: true)
        let link = "\u{1B}]8;;https://a.example\u{1B}\\\u{1B}[4mtext\u{1B}[m\u{1B}]8;;\u{1B}\\"
        #expect(Self.output("[text](https://a.example)", .markdown, style) == link)
    }

    @Test func linesAreBrokenBetweenWords() {
        let style = OutputStyle(width: 10, colours: nil, hasLinks: false)
        #expect(Self.output("aaaa bbbb cccc", .markdown, style) == "aaaa bbbb\ncccc")
        #expect(Self.output("- aaaa bbbb", .markdown, style) == "• aaaa\n  bbbb")
        #expect(Self.output("> aaaa bbbb", .markdown, style) == "│ aaaa\n│ bbbb")
    }

    @Test(arguments: FormatOptions.Kind.allCases) func noControlCharacterIsWritten(_ kind: FormatOptions.Kind) {
        let text = Self.output("a\u{1B}[31mb\u{1B}]0;title\u{7}c\u{8}", kind)
        #expect(text?.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } == false)
        #expect(text?.contains("a") == true && text?.contains("c") == true)
    }

    // MARK: Code

    @Test func codeIsIndentedAndUnchanged() {
        #expect(Self.output("# a\n\n  *b*\n", .code) == "  # a\n  \n    *b*")
        #expect(Self.styled("x", .code) == "<36m  x<m")
    }

    // MARK: Templates

    @Test(arguments: [
        ("no call { } }}", "no call { } }}"), (#"{{ Bold "x" }} y"#, "x y"), (#"a {{- Bold "b" -}} c"#, "abc"),
        (#"{{ "a\n\"b\"" }}"#, "a\n\"b\""), ("{{ `a\\n` }}", #"a\n"#), (#"{{ Blink "x" }}{{ 12 }}"#, "x12"),
    ])
    func callsAreReplacedByTheirTexts(_ text: String, _ expected: String) {
        #expect(Self.output(text, .template) == expected)
    }

    @Test(arguments: [
        (#"{{ "x" | Bold | Color "1" }}"#, "<1;31mx<m"), (#"{{ Color "9" "0" (Italic "x") }}"#, "<3;91;40mx<m"),
        (#"{{ Background "2" "x" }}"#, "<42mx<m"), (#"{{ Color "1" (Color "2" "x") }}"#, "<32mx<m"),
        (#"{{ Faint (Underline (Reverse (CrossOut "x"))) }}"#, "<2;4;7;9mx<m"),
    ])
    func callsGiveStyles(_ text: String, _ expected: String) {
        #expect(Self.styled(text, .template) == expected)
    }

    @Test(arguments: [
        (Capabilities.Colours.direct, "<38;2;255;0;128mx<m"), (.indexed, "<38;5;198mx<m"), (.sixteen, "x"),
    ])
    func aColourDependsOnTheTerminal(_ colours: Capabilities.Colours, _ expected: String) {
        #expect(Self.styled(##"{{ Color "#ff0080" "x" }}"##, .template, colours) == expected)
    }

    @Test(arguments: [
        ("{{ x", "character 4: x needs a text"), (#"{{ Shout "a" }}"#, "there is no function Shout"),
        (#"{{ Bold "a""#, "}} is missing"), (#"{{ Bold "a }}"#, "is missing at the end"),
        (#"{{ Color "pink" "x" }}"#, "“pink” is no colour"), (#"{{ Color "1" "2" "3" "x" }}"#, "1 or 2 colours"),
        (#"{{ Bold "a" "b" }}"#, "Bold needs one text"), (#"{{ ("a" }}"#, ") is missing"),
        (#"{{ "a" | }}"#, "a function is missing"),
    ])
    func anErrorInATemplateIsReported(_ text: String, _ reason: String) {
        var options = FormatOptions(text)
        options.kind = .template
        let result = Formatter.result(options, .plain)
        #expect(result.status == DialogStatus.failed && result.output == nil)
        #expect(result.message?.contains(reason) == true, "\(result.message ?? "")")
    }
}
