import FHJSON
import FeatureKit
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

@Suite struct TextEncodingTests {
    private func text(_ bytes: [UInt8], _ encoding: TextEncoding) -> String {
        String(decoding: EncodedText(bytes, encoding).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ([0x47, 0x72, 0xF6, 0xDF, 0x65], TextEncoding.latin1, "Größe"), ([0x80, 0x93, 0x41], .windows1252, "€“A"),
        ([0x41, 0x00, 0xAC, 0x20], .utf16, "A€"), ([0x00, 0x41, 0x20, 0xAC], .utf16, "A€"),
        ([0x3D, 0xD8, 0x00, 0xDE], .utf16, "😀"), ([0xFF, 0xFE, 0x41, 0x00], .utf8, "A"),
        ([0xFE, 0xFF, 0x00, 0x41], .latin1, "A"), ([0xEF, 0xBB, 0xBF, 0xC3, 0xA4], .latin1, "ä"), ([], .utf16, ""),
    ])
    func readsText(bytes: [UInt8], encoding: TextEncoding, expected: String) {
        #expect(text(bytes, encoding) == expected)
    }

    /// Any bytes are written back unchanged.
    @Test(arguments: TextEncoding.allCases)
    func bytesComeBack(encoding: TextEncoding) throws {
        try forEachSeed(500) { seed, random throws in
            var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes = TextForm.marks.randomElement(using: &random)!.mark + bytes }
            let text = EncodedText(bytes, encoding)
            do throws(Failure) {
                let isNew = bytes.isEmpty && encoding == .utf16
                #expect(try text.encoded(text.bytes) == (isNew ? [0xFF, 0xFE] : bytes), "seed \(seed)")
            } catch {
                #expect(error.code == "readOnly" && text.bytes.last == 0xFF, "seed \(seed)")
            }
        }
    }

    /// The text does not depend on the chunks in which the bytes arrive.
    @Test(arguments: TextEncoding.allCases)
    func piecesChangeNothing(encoding: TextEncoding) {
        forEachSeed(300) { seed, random in
            let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                [0xFF, 0xFE, 0xD8, 0xDC, 0x00, 0x41, 0xEF, 0xBB, 0xBF].randomElement(using: &random)! as UInt8
            }
            var decoder = TextDecoder(encoding)
            var text: [UInt8] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(Int.random(in: 1...4, using: &random)))
                rest = rest.dropFirst(piece.count)
                piece.withUnsafeBytes { decoder.append($0, to: &text) }
            }
            decoder.finish(&text)
            #expect(text == EncodedText(bytes, encoding).bytes, "seed \(seed)")
        }
    }

    @Test(arguments: [
        (TextEncoding.latin1, "€", "U+20AC"), (.windows1252, "😀", "U+1F600"), (.windows1252, "\u{80}", "U+0080"),
    ])
    func aCharacterThatCannotBeWrittenIsNamed(encoding: TextEncoding, character: String, number: String) {
        do throws(Failure) {
            _ = try EncodedText([0x41], encoding).encoded(Array(character.utf8))
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == "invalidData" && !error.retryable)
            #expect(error.message.contains(number) && error.message.contains(encoding.rawValue))
        }
    }

    @Test func anEditKeepsTheEncodingOfAFile() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.csv", bytes: Array("id,t\n1,".utf8) + [0x80] + Array("\n2,x\n".utf8))
        let source = FileSource(path: folder.file("a.csv").string, format: .csv, encoding: .windows1252)
        #expect(try await source.all().map { $0.member("t")?.stringValue } == ["€", "x"])
        _ = try await source.update("2", patch: try JSONText(parsing: #"{"t":"ü"}"#), opID: "1").get()
        #expect(try folder.bytes("a.csv") == Array("id,t\n1,".utf8) + [0x80] + Array("\n2,".utf8) + [0xFC, 0x0A])
        await #expect {
            _ = try await source.insert(try row(#"{"id":"3","t":"日"}"#), before: nil, opID: "2").get()
        } throws: {
            ($0 as? Failure)?.message.contains("U+65E5") == true
        }
    }

    @Test func aNewFileInUTF16HasAMark() async throws {
        let folder = try TemporaryFolder()
        let source = FileSource(path: folder.file("a.jsonl").string, format: .jsonl, encoding: .utf16)
        _ = try await source.insert(try row(#"{"id":1}"#), before: nil, opID: "1").get()
        #expect(try folder.bytes("a.jsonl") == [0xFF, 0xFE] + Array("{\"id\":1}\n".utf8).flatMap { [$0, 0] })
        #expect(try await source.ids() == ["1"])
    }
}
