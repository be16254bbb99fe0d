import FHTerminalScreen

/// The steps that an input contains.
///
/// The first four bytes are the size of the pieces with properties of the terminal, the feature that is open at first
/// (0 for the catalog), and the numbers of columns and rows. The rest is what the terminal sends, except that the byte 0xFF,
/// which is never a part of UTF-8, begins a step of another kind with these letters:
///
/// - `c` ends a piece, which the program reads at once;
/// - `r` and two bytes change the size;
/// - `t` and a byte n let n² milliseconds pass;
/// - `s` waits until the features have settled;
/// - `d` ends the host.
///
/// Before any other byte, 0xFF is sent as it is.
struct InputScript {
    /// A step of the user or the host.
    enum Step {
        /// The terminal sends bytes.
        case send([UInt8])
        case resize(Size)
        /// Time passes, in milliseconds.
        case pass(Int)
        case settle
        case endHost
    }

    /// The largest size of a terminal.
    private static let largest = Size(250, 80)
    /// The number of steps that are played; the rest of an input is ignored.
    private static let most = 150

    /// True if the terminal supports synchronized output.
    let isSynchronized: Bool
    /// True if keys are accepted at once after the screen has changed by itself.
    let acceptsAllKeys: Bool
    /// The number of the feature that is open at first.
    let feature: Int
    /// The size of the terminal at first.
    let size: Size
    private(set) var steps: [Step] = []
    /// The largest size of a piece; nil if a piece ends only at another step.
    private let pieceSize: Int?
    private var piece: [UInt8] = []

    init(_ input: UnsafeBufferPointer<UInt8>) {
        var rest = input[...]
        let kind = Int(rest.popFirst() ?? 0)
        pieceSize = kind & 15 == 0 ? nil : kind & 15
        isSynchronized = kind >> 4 & 1 == 1
        acceptsAllKeys = kind >> 6 & 1 == 0
        feature = Int(rest.popFirst() ?? 0)
        size = Self.size(&rest)
        while let byte = rest.popFirst(), steps.count < Self.most { read(byte, &rest) }
        endPiece()
    }

    private mutating func read(_ byte: UInt8, _ rest: inout Slice<UnsafeBufferPointer<UInt8>>) {
        guard byte == 0xFF, let letter = rest.first.map({ Character(Unicode.Scalar($0)) }), "crtsd".contains(letter)
        else {
            piece.append(byte)
            if piece.count == pieceSize { endPiece() }
            return
        }
        endPiece()
        rest = rest.dropFirst()
        switch letter {
        case "r": steps.append(.resize(Self.size(&rest)))
        case "t":
            let root = Int(rest.popFirst() ?? 0)
            steps.append(.pass(root * root))
        case "s": steps.append(.settle)
        case "d": steps.append(.endHost)
        default: break
        }
    }

    private mutating func endPiece() {
        if !piece.isEmpty { steps.append(.send(piece)) }
        piece = []
    }

    /// Reads a size of at least one column and one row; without bytes, it is that of a small terminal.
    private static func size(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Size {
        let width = rest.popFirst().map { max(1, min(largest.width, Int($0))) } ?? 80
        return Size(width, rest.popFirst().map { max(1, min(largest.height, Int($0))) } ?? 24)
    }
}
