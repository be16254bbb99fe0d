/// Lines of what a program prints, no more of them than a log can take.
struct LogLines {
    /// How many lines a second are let through.
    static let linesPerSecond = 20
    /// How long a line may be; the rest of it is left out.
    static let maxLineBytes = 1_000

    private var line: [UInt8] = []
    private var isCut = false
    private var second = Int.min
    private var count = 0
    private var leftOut = 0

    /// The lines that are whole with these bytes, or a word about those that were left out.
    ///
    /// - Parameter milliseconds: the present time.
    mutating func take(_ bytes: UnsafeRawBufferPointer, at milliseconds: Int) -> [String] {
        var found: [String] = []
        if milliseconds / 1_000 != second {
            second = milliseconds / 1_000
            if leftOut > 0 { found.append("… \(leftOut) more lines") }
            count = 0
            leftOut = 0
        }
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                end(&found)
            } else if line.count < Self.maxLineBytes {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return found
    }

    /// The line that has no end.
    mutating func finish() -> [String] {
        var found: [String] = []
        end(&found)
        return found
    }

    private mutating func end(_ found: inout [String]) {
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        if line.isEmpty { return }
        count += 1
        if count > Self.linesPerSecond {
            leftOut += 1
        } else {
            found.append(String(decoding: line, as: UTF8.self) + (isCut ? "…" : ""))
        }
    }
}
