/// A batch of lines.
///
/// Short ASCII lines are matched in place, and other lines are indexed first.
struct LineBatch {
    static let capacity = 4096

    private var starts: [UInt32] = []
    private var ends: [UInt32] = []
    /// The positions in the text at which the lines of `index` start.
    private var others: [UInt32] = []
    private var index = SearchIndex()

    var isFull: Bool { starts.count == Self.capacity || others.count == Self.capacity }

    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        if others.isEmpty { return }
        others.removeAll()
        index = SearchIndex()
    }

    mutating func append(_ line: Range<Int>, isWide: Bool, in text: UnsafeBufferPointer<UInt8>) {
        if isWide || line.count > Block.maximumFieldLength {
            others.append(UInt32(line.lowerBound))
            index.append(utf8: [UnsafeBufferPointer(rebasing: text[line])])
        } else {
            starts.append(UInt32(line.lowerBound))
            ends.append(UInt32(line.upperBound))
        }
    }

    /// Returns the matching lines in the order of the text.
    func matches(of pattern: Pattern, in text: UnsafeBufferPointer<UInt8>) -> [(start: UInt32, order: MatchOrder)] {
        var found: [(start: UInt32, order: MatchOrder)] = []
        withFields(in: text) { fields in
            pattern.withTerms { terms in
                [1].withUnsafeBufferPointer { weights in
                    var matcher = Matcher(terms, fields, weights: weights, folds: FoldTable())
                    for line in starts.indices {
                        if let order = matcher.match(row: line) { found.append((starts[line], order)) }
                    }
                }
            }
        }
        if others.isEmpty { return found }
        for match in Scan(pattern, in: index).joined() { found.append((others[Int(match.row)], match.order)) }
        return found.sorted { $0.start < $1.start }
    }

    /// The masks of the lines that are matched in place: each mask has the bits of all ASCII characters.
    private static let masks = [CharacterMask](repeating: .ascii, count: capacity)

    private func withFields(in text: UnsafeBufferPointer<UInt8>, _ body: (Fields) -> Void) {
        starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                Self.masks.withUnsafeBufferPointer { masks in
                    Fields.with(bytes: text, starts: starts, ends: ends, masks: masks, body)
                }
            }
        }
    }
}
