import FHMarkdown
import Testing

@Suite struct MarkdownDocumentTests {
    private func spans(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        return MarkdownDocument.spans(of: text).map { span in
            let line = lines[span.line]
            let range = span.range.clamped(to: 0..<line.count)
            let url = span.url.map { " → \($0)" } ?? ""
            return "\(span.line) \(span.meaning) \(String(decoding: line[range], as: UTF8.self))\(url)"
        }
    }

    @Test func eachPartHasItsMeaning() {
        #expect(
            spans("# Title\n\nSome *text* and **more**, `code`, ~~old~~.\n") == [
                "0 heading # Title", "2 emphasis *text*", "2 strong **more**", "2 code code", "2 strike ~~old~~",
            ])
    }

    @Test func aLinkHasItsDestination() {
        #expect(
            spans("[a](http://b.c) <http://d.e>") == [
                "0 link [a](http://b.c) → http://b.c", "0 link <http://d.e> → http://d.e",
            ])
    }

    @Test func aPartOfSeveralLinesIsAPartOfEach() {
        #expect(
            spans("> a\n> b\n\n```\nc\n```\n---") == [
                "0 quote > a", "1 quote > b", "3 code ```", "4 code c", "5 code ```", "6 rule ---",
            ])
    }

    @Test func anEmptyTextHasNoParts() {
        #expect(spans("") == [])
    }
}
