import FHRows
import TestSupport
import Testing

@testable import FHDataSources

/// The end of standard error, and the redaction of secrets in it.
struct OutputTailTests {
    private func text(_ pieces: [String], _ secrets: [String] = []) -> String {
        var tail = OutputTail(Redaction(secrets))
        for piece in pieces { Array(piece.utf8).withUnsafeBytes { tail.append($0) } }
        return tail.text
    }

    @Test func theLastLinesAreKept() {
        #expect(text(["a\nb\n", "c\r\n\nd"]) == "b; c; d")
        #expect(text([]) == "")
        #expect(text([String(repeating: "x", count: 10_000) + "\nend"]).hasSuffix("x; end"))
        #expect(text([String(repeating: "x\n", count: 10_000)]) == "x; x; x")
        #expect(text([String(repeating: "x", count: 10_000)]).utf8.count == OutputTail.limit)
    }

    @Test func secretsAreReplaced() {
        #expect(text(["key=hun", "ter2 hunter"], ["hunter2"]) == "key=[secret] hunter")
        #expect(text(["aaaa"], ["aa"]) == "[secret]")
        #expect(text([#"{"k":"a\"b"} a"b"#], [#"a"b"#]) == #"{"k":"[secret]"} [secret]"#)
        #expect(text(["bad line: second line"], ["first line\nsecond line\nx"]) == "bad line: [secret]")
        #expect(text(["x"], ["", "y"]) == "x")
    }

    /// Programs print secrets as JSON, in other encodings, and with control characters between their letters.
    @Test(arguments: [
        #"{"pw":"Gr\u00fcn/7"}"#, #"{"pw":"Gr\u00FCn\/7"}"#, #"{"pw":"Grün\/7"}"#, "G\u{1}r\0ü\u{7F}n/7",
        "G\u{1B}rü\u{8}n/\t7",
    ])
    func secretsInOtherFormsAreReplaced(printed: String) {
        let text = text(["x \(printed) y"], ["Grün/7"])
        #expect(text.contains("[secret]") && !text.contains("n/7") && !text.contains("n\\/7"))
    }

    @Test(arguments: [false, true])
    func secretsInUTF16AreReplaced(isBigEndian: Bool) {
        for secret in ["Grün/7", "密码-7", "plain"] {
            var tail = OutputTail(Redaction([secret]))
            let bytes = "in \(secret)!".utf16.flatMap { unit in
                let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
                return isBigEndian ? [high, low] : [low, high]
            }
            bytes.withUnsafeBytes { tail.append($0) }
            #expect(tail.text == "in [secret]!", "\(secret)")
        }
    }

    /// No part of a secret is shown, wherever the text is cut and however it is divided into chunks.
    @Test func noEndOfASecretIsLeft() {
        forEachSeed(300) { seed, random in
            let secret = String(
                (0..<Int.random(in: 1...40, using: &random)).map { _ in "§αβ12".randomElement(using: &random)! })
            var printed = ""
            while printed.utf8.count < 9_000 {
                printed +=
                    Bool.random(using: &random)
                    ? (Bool.random(using: &random) ? secret : secret.map { "\($0)\0" }.joined())
                    : String(repeating: ".", count: Int.random(in: 0...60, using: &random))
            }
            var pieces: [String] = []
            var rest = printed[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...900, using: &random))
                pieces.append(String(piece))
                rest = rest.dropFirst(piece.count)
            }
            let left = text(pieces, [secret]).replacing("[secret]", with: "")
            #expect(left.allSatisfy { $0 == "." }, "seed \(seed) \(secret) \(left.prefix(60)) … \(left.suffix(60))")
        }
    }
}
