import Foundation
import TestSupport
import Testing

@testable import FHSQLiteSources

@Suite struct Base64Tests {
    @Test func itIsWhatOthersMakeOfTheSameBytes() {
        forEachSeed(50) { seed, generator in
            let count = Int.random(in: 0..<40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64.encode(bytes)
            #expect(text == Data(bytes).base64EncodedString(), "seed \(seed)")
            #expect(Base64.decode(text) == bytes, "seed \(seed)")
        }
    }

    @Test(arguments: ["a", "ab=c", "ab", "a===", "====", "ab==ab==", "é===", "a b=", "AB==", "-_=="])
    func whatIsNoneIsRefused(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
