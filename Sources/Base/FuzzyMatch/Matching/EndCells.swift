/// The alignment cells of some rows for the last aligned unit (folded character) of a fuzzy term.
///
/// The alignment of a longer term that begins with the same units continues from these cells.
struct EndCells: Sendable {
    /// The part of an ``AlignmentCell`` on which later cells depend.
    struct Cell {
        let score: Int32
        let position: UInt16
        let run: UInt16
        let begin: UInt16

        init(_ cell: AlignmentCell) {
            score = cell.score
            position = cell.position
            run = cell.run
            begin = cell.begin
        }
    }

    private var cells: [Cell] = []
    /// The end of each row's cells.
    private var ends: [UInt32] = []

    /// The number of rows.
    var count: Int { ends.count }

    /// Appends the cells of a row; empty if the row was not aligned completely.
    mutating func append(_ row: UnsafeBufferPointer<AlignmentCell>) {
        for cell in row { cells.append(Cell(cell)) }
        ends.append(UInt32(cells.count))
    }

    /// Appends the rows of another instance.
    mutating func append(_ others: EndCells) {
        let start = UInt32(cells.count)
        cells += others.cells
        ends += others.ends.lazy.map { start + $0 }
    }

    func withRows<Result>(_ body: (Rows) -> Result) -> Result {
        cells.withUnsafeBufferPointer { cells in
            ends.withUnsafeBufferPointer { body(Rows(cells: cells, ends: $0)) }
        }
    }

    /// The cells of each row, which are valid only in the closure that receives them.
    struct Rows {
        fileprivate let cells: UnsafeBufferPointer<Cell>
        fileprivate let ends: UnsafeBufferPointer<UInt32>

        subscript(_ row: Int) -> UnsafeBufferPointer<Cell> {
            let start = row == 0 ? 0 : Int(ends[row - 1])
            return UnsafeBufferPointer(rebasing: cells[start..<Int(ends[row])])
        }
    }
}
