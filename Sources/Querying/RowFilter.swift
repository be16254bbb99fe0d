import TextFolding

/// A query's filter made ready, for many rows one after the other.
///
/// It reads the members that it needs right from a row's text.
public struct RowFilter {
    private var reader = MemberReader()
    private var texts = FoldedTexts()
    private let test: MemberTest?
    private let words: [FoldedNeedle]
    /// Where the members are that words are looked for in; nil means all members.
    private let wordSlots: [Int]?
    private var everyValue: [MemberScan.Value] = []

    /// Makes a query's predicate and text ready.
    public init(_ query: RowQuery) {
        var reader = MemberReader()
        test = query.predicate.map { MemberTest($0, &reader) }
        words = query.text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { FoldedNeedle(String($0)) }.filter { !$0.bytes.isEmpty }
        wordSlots = query.textKeys.isEmpty ? nil : query.textKeys.map { reader.slot(of: $0) }
        self.reader = reader
    }

    /// Whether a row is let through.
    ///
    /// - Parameter row: the text of an object, valid and compact; anything else has no members.
    public mutating func matches(_ row: UnsafeRawBufferPointer) -> Bool {
        row.withMemoryRebound(to: UInt8.self) { matches($0) }
    }

    private mutating func matches(_ row: UnsafeBufferPointer<UInt8>) -> Bool {
        reader.read(row)
        if let test, !test.matches(reader.values, &texts) { return false }
        if words.isEmpty { return true }
        if let wordSlots {
            return words.allSatisfy { word in wordSlots.contains { texts.isWord(word, in: reader.values[$0]) } }
        }
        everyValue.removeAll(keepingCapacity: true)
        guard var scan = MemberScan(row) else { return false }
        while let (_, value) = scan.takeMember() { everyValue.append(value) }
        return words.allSatisfy { word in everyValue.contains { texts.isWord(word, in: $0) } }
    }
}

/// Folds the texts that are not ASCII, into memory that is used again.
struct FoldedTexts {
    private var folder = TextFolder()
    private var folded: [UInt8] = []

    /// Whether a word is in a text, or in a number as it is written.
    mutating func isWord(_ word: FoldedNeedle, in value: MemberScan.Value) -> Bool {
        switch value.kind {
        case .text: contains(word, in: value)
        case .number: word.isIn(ascii: value.bytes)
        default: false
        }
    }

    /// Whether a text has another one in it.
    mutating func contains(_ needle: FoldedNeedle, in text: MemberScan.Value) -> Bool {
        if text.isASCII, !text.hasEscapes { return needle.isIn(ascii: text.bytes) }
        return withFolded(text) { needle.isIn(folded: $0) }
    }

    /// Lends what a text is folded to.
    mutating func withFolded<Result>(
        _ text: MemberScan.Value, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        folded.removeAll(keepingCapacity: true)
        text.withText { folder.fold($0, into: &folded) }
        return folded.withUnsafeBufferPointer(body)
    }
}
