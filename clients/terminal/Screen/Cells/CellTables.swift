/// The grapheme clusters and styles of the cells of a screen, each stored once, under a number.
///
/// A cell contains only the numbers, so that it is a few bytes, and two cells are compared by their numbers. A cluster
/// of one scalar is not stored: its number is the scalar itself (``Glyph``).
final class CellTables {
    /// The number of clusters or styles above which a screen continues with new, empty tables.
    static let limit = 1 << 14

    private(set) var styles: [Style] = [.plain]
    private var styleNumbers: [Style: Int32] = [.plain: 0]
    private var last: (style: Style, number: Int32) = (.plain, 0)
    private(set) var clusters: [Character] = []
    private var clusterNumbers: [Character: UInt32] = [:]

    /// True if one of the tables has more than ``limit`` entries, which texts from other processes can cause.
    var isFull: Bool { styles.count > Self.limit || clusters.count > Self.limit }

    /// Returns the number of a style.
    func number(of style: Style) -> Int32 {
        if style == last.style { return last.number }
        let number = styleNumbers[style] ?? Int32(styles.count)
        if number == styles.count {
            styles.append(style)
            styleNumbers[style] = number
        }
        last = (style, number)
        return number
    }

    /// Returns the glyph of a cluster.
    func glyph(of character: Character) -> Glyph {
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.count == 1 { return Glyph(first) }
        if let number = clusterNumbers[character] { return Glyph(cluster: number) }
        let number = UInt32(clusters.count)
        clusters.append(character)
        clusterNumbers[character] = number
        return Glyph(cluster: number)
    }

    /// Returns the character of a glyph.
    func character(of glyph: Glyph) -> Character {
        switch glyph.content {
        case .scalar(let scalar): return Character(scalar)
        case .cluster(let number): return clusters[Int(number)]
        }
    }
}

/// A grapheme cluster: its scalar, or if it has several scalars, its number in ``CellTables``.
struct Glyph: Equatable {
    enum Content {
        case scalar(Unicode.Scalar)
        case cluster(UInt32)
    }

    private static let clusterBit: UInt32 = 1 << 31
    fileprivate let bits: UInt32

    init(_ scalar: Unicode.Scalar) { bits = scalar.value }
    init(cluster number: UInt32) { bits = number | Self.clusterBit }

    static let space = Glyph(" ")

    var content: Content {
        if bits & Self.clusterBit != 0 { return .cluster(bits & ~Self.clusterBit) }
        return .scalar(Unicode.Scalar(bits) ?? " ")
    }
}

/// A cell of a canvas.
struct Cell: Equatable {
    var glyph: Glyph
    /// The style's number in ``CellTables``.
    var style: Int32
    /// The number of columns; 0 for the second column of a wide character, which the cell before it draws.
    var width: UInt8

    /// The cell as a number.
    ///
    /// Equal cells have equal numbers.
    var bits: UInt64 { UInt64(glyph.bits) << 32 ^ UInt64(UInt32(bitPattern: style)) << 2 ^ UInt64(width) }

    static let blank = Cell(glyph: .space, style: 0, width: 1)
}
