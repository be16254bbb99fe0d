import FHJSON

/// Splits the output of a program into frames, and checks their format.
struct FrameReader {
    /// A frame, or a format error.
    enum Piece {
        case frame(JSONValue)
        case fault(Fault)
    }

    let hasHeaders: Bool
    /// The role of the program.
    private let party: Party
    private var buffer: [UInt8] = []
    /// The offset of the next frame in the buffer.
    private var head = 0
    /// The number of bytes at the start of the buffer that were searched for a line break.
    private var searched = 0
    private var isLost = false
    /// The format errors of a frame that is readable nevertheless.
    private var noted: [Fault] = []
    /// The maximum frame length in bytes that the host has reported.
    private var limit = Int.max

    init(hasHeaders: Bool, of party: Party) {
        self.hasHeaders = hasHeaders
        self.party = party
    }

    /// True if no incomplete frame is buffered, or if a format error has ended the reading.
    var isAtEnd: Bool { buffer.isEmpty || isLost }

    /// The start of an incomplete frame.
    var beginning: String { Self.shown(buffer) }

    /// Adds bytes, and returns the frames that are complete now, and the format errors.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Piece] {
        guard !isLost else { return [] }
        buffer += bytes
        var pieces: [Piece] = []
        while !isLost, let piece = hasHeaders ? nextBody() : nextLine() {
            pieces += noted.map(Piece.fault) + [piece]
            noted = []
        }
        buffer.removeFirst(head)
        searched -= head
        head = 0
        return pieces
    }

    private mutating func nextLine() -> Piece? {
        guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = buffer.count
            return buffer.count - head > Self.longestFrame ? lose() : nil
        }
        let line = Array(buffer[head..<end])
        head = end + 1
        searched = head
        return read(line, isLine: true)
    }

    private mutating func nextBody() -> Piece? {
        guard let end = endOfBlock() else {
            return buffer.count - head > Self.longestHeader ? lose(party == .host ? [] : ["T-15"]) : nil
        }
        let block = buffer[head..<end]
        guard let length = Self.length(in: block), length <= Self.longestFrame else { return lose() }
        guard buffer.count - end >= length else { return nil }
        if block.count > Self.longestHeader, party == .frontEnd {
            noted.append(Fault(["T-15"], "a header block of \(block.count) bytes"))
        }
        if Self.hasBareBreak(block) {
            noted.append(Fault(["T-11"], "a header line does not end by \\r\\n: \(Self.shown(block))"))
        }
        let body = Array(buffer[end..<end + length])
        head = end + length
        searched = head
        return read(body, isLine: false)
    }

    /// The end of the header block at the head, including its empty line; nil if the block is incomplete.
    private func endOfBlock() -> Int? {
        var start = head
        while let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if buffer[start..<end].allSatisfy({ $0 == UInt8(ascii: "\r") }) { return end + 1 }
            start = end + 1
        }
        return nil
    }

    private static func hasBareBreak(_ block: ArraySlice<UInt8>) -> Bool {
        block.indices.contains { index in
            block[index] == UInt8(ascii: "\n") && (index == block.startIndex || block[index - 1] != UInt8(ascii: "\r"))
        }
    }

    /// The length of the body according to a header block; nil if the block is invalid.
    private static func length(in block: ArraySlice<UInt8>) -> Int? {
        var length: Int?
        for line in String(decoding: block, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            guard parts[0].lowercased() == "content-length" else { continue }
            let digits = parts[1].drop(while: { $0 == " " })
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            length = Int(digits)
        }
        return length
    }

    /// Reports a format error after which the start of the next frame is unknown.
    private mutating func lose(_ more: [String] = []) -> Piece {
        isLost = true
        return .fault(
            hasHeaders
                ? Fault(["T-10"] + more, "this is no header: \(Self.shown(buffer[head...]))")
                : Fault(["T-5"], "this line does not end: \(Self.shown(buffer[head...]))"))
    }

    private static let longestHeader = 8 << 10
    /// The maximum length of a frame in bytes, which is far above the length of any reasonable output.
    private static let longestFrame = 512 << 20

    private mutating func read(_ bytes: [UInt8], isLine: Bool) -> Piece {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            return .fault(Fault(["T-3"], "this is not UTF-8: \(Self.shown(bytes))"))
        }
        if party == .host, Self.hasLineBreak(bytes) {
            return .fault(Fault(["T-9"], "a line break is not escaped: \(Self.shown(bytes))"))
        }
        guard let value = try? JSONValue(parsing: bytes), value.isObject || value.isArray else {
            let own = party == .host ? ["T-1"] : []
            return .fault(Fault(own + [isLine ? "T-5" : "T-10"], "this is no message: \(Self.shown(bytes))"))
        }
        if party == .host, bytes.count > limit {
            noted.append(Fault(["T-74"], "a frame of \(bytes.count) bytes, where \(limit) are read"))
        }
        limit = value["result"]?["limits"]?["maxFrameBytes"]?.intValue ?? limit
        return .frame(value)
    }

    /// True if a text contains U+0085, U+2028 or U+2029.
    private static func hasLineBreak(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            (1..<bytes.count).contains { last in
                switch bytes[last] {
                case 0x85: bytes[last - 1] == 0xC2
                case 0xA8, 0xA9: last >= 2 && bytes[last - 1] == 0x80 && bytes[last - 2] == 0xE2
                default: false
                }
            }
        }
    }

    private static func shown(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: Array(bytes.prefix(200)), as: UTF8.self)
    }
}
