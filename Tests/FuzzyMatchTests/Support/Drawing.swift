import TestSupport

extension SeededGenerator {
    /// Draws a text of the letters that the reference supports.
    mutating func drawText(_ lengths: ClosedRange<Int>) -> String {
        // Some texts are plain ASCII, for which the matcher has a separate code path.
        let letters = Bool.random(using: &self) ? ReferenceText.letters : ["a", "b", "c", "A", "B", "1", "/", "_", " "]
        return (0..<Int.random(in: lengths, using: &self)).map { _ in letters.randomElement(using: &self) ?? "a" }
            .joined()
    }

    mutating func drawTerm() -> ReferenceTerm {
        var text = drawText(1...3)
        // A combining mark at the start would combine with the operator before the text.
        while text.unicodeScalars.first == "\u{301}" || text.unicodeScalars.first == "\u{327}" {
            text = drawText(1...3)
        }
        return ReferenceTerm(
            kind: ReferenceTerm.Kind.allCases.randomElement(using: &self) ?? .fuzzy,
            isInverse: Int.random(in: 0..<5, using: &self) == 0, text: text)
    }

    mutating func drawPattern() -> ReferencePattern {
        ReferencePattern(
            groups: (0..<Int.random(in: 0...3, using: &self)).map { _ in
                (0..<Int.random(in: 1...2, using: &self)).map { _ in drawTerm() }
            })
    }
}
