import FHJSON
import FeatureKit

/// A feature with opening params as one text: `packages?section=net`.
///
/// Names and values are percent-encoded as in the query of a URI (RFC 3986, section 3.4). All values are strings, and a
/// name that occurs several times has an array of them.
package struct FeatureAddress {
    /// The id of the feature.
    package let feature: String
    /// The params.
    let params: JSONText

    /// Splits a text; nil if it has no question mark, or if a percent sign is not followed by two hexadecimal digits.
    package init?(_ text: String) {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        feature = String(text[..<mark])
        var values: [(name: String, texts: [String])] = []
        for part in text[text.utf8.index(after: mark)...].utf8.split(separator: UInt8(ascii: "&")) {
            let sign = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = Self.decoded(part[..<sign]), let value = Self.decoded(part[sign...].dropFirst()) else {
                return nil
            }
            if let known = values.firstIndex(where: { $0.name == name }) {
                values[known].texts.append(value)
            } else {
                values.append((name, [value]))
            }
        }
        params = JSONText.build { json in
            json.beginObject()
            for (name, texts) in values {
                json.key(name)
                if texts.count == 1 { json.value(texts[0]) } else { json.value(texts) }
            }
            json.endObject()
        }
    }

    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: Array(rest.prefix(2)), as: UTF8.self)
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
