/// Rows to look at.
struct Piece: Sendable {
    /// Where they stand, and at which places.
    let index: SearchIndex
    let places: Range<Int>
    /// The only ones of them that may match; nil means all.
    var candidates: RowSet?
    /// Which row is at each place; nil means the row of that number.
    var rows: [UInt32]?
    /// How a pattern that is narrowed lies in each of them.
    var cells = EndCells()
    /// How many units of the pattern are known from that one; 0 means that nothing is.
    var knownUnits = 0
}
