import FHJSON
import TestSupport
import Testing

/// Invalid input never crashes, and the scanner and the parser agree on validity.
///
/// The two differ intentionally for texts with valid syntax that can't be represented: duplicate keys, integers beyond
/// 64 bits, and reals that overflow. To detect these, the scanner would have to store all keys and convert all numbers.
struct MutationTests {
    @Test func everyPrefix() {
        forEachSeed(60) { seed, generator in
            let bytes = Array(Model.random(using: &generator).spelled(using: &generator).utf8)
            for length in 0..<bytes.count { check(Array(bytes.prefix(length)), seed) }
        }
    }

    @Test func mutations() {
        let interesting: [UInt8] =
            Array("{}[]\",:\\u0e-+.1tfn \n".utf8) + [0, 0x1F, 0x80, 0xC2, 0xE2, 0xED, 0xF4, 0xFF]
        forEachSeed(2_000) { seed, generator in
            var bytes = Array(Model.random(using: &generator).spelled(using: &generator).utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = interesting.randomElement(using: &generator)!
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.remove(at: place)
                default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            check(bytes, seed)
        }
    }

    @Test func noise() {
        forEachSeed(2_000) { seed, generator in
            let count = Int.random(in: 0..<40, using: &generator)
            check((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }, seed)
        }
    }

    private func check(_ bytes: [UInt8], _ seed: UInt64) {
        bytes.withUnsafeBytes { bytes in
            let scanned = JSONScanner.isValid(bytes)
            var parserFault: JSONParseError?
            do throws(JSONParseError) { _ = try JSONValue(parsing: bytes) } catch { parserFault = error }
            let isDeliberate = parserFault.map { $0.kind != .syntax }
            #expect(
                scanned == (parserFault == nil) || (scanned && isDeliberate == true),
                "seed \(seed): \(String(decoding: bytes, as: UTF8.self)): \(parserFault?.description ?? "valid")")
            _ = JSONScanner.recoverTopLevelMember("id", in: bytes)
            _ = try? JSONScanner.range(of: JSONPointer(["id", "0"]), in: bytes)
        }
    }
}
