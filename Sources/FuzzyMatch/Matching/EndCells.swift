/// Where the last unit of a fuzzy term lies in some rows, so that a term with more units goes on from there.
struct EndCells: Sendable {
    /// What an ``AlignmentCell`` holds that those behind it need.
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
    /// Where those of each row end.
    private var ends: [UInt32] = []

    /// Of how many rows they are.
    var count: Int { ends.count }

    /// Appends a row; none are known of one without cells.
    mutating func append(_ row: UnsafeBufferPointer<AlignmentCell>) {
        for cell in row { cells.append(Cell(cell)) }
        ends.append(UInt32(cells.count))
    }

    /// Appends rows of others.
    mutating func append(_ others: EndCells) {
        let start = UInt32(cells.count)
        cells += others.cells
        ends += others.ends.lazy.map { start + $0 }
    }

    /// Lends the cells.
    func withRows<Result>(_ body: (Rows) -> Result) -> Result {
        cells.withUnsafeBufferPointer { cells in
            ends.withUnsafeBufferPointer { body(Rows(cells: cells, ends: $0)) }
        }
    }

    /// The cells of each row, as long as they are lent.
    struct Rows {
        fileprivate let cells: UnsafeBufferPointer<Cell>
        fileprivate let ends: UnsafeBufferPointer<UInt32>

        subscript(_ row: Int) -> UnsafeBufferPointer<Cell> {
            let start = row == 0 ? 0 : Int(ends[row - 1])
            return UnsafeBufferPointer(rebasing: cells[start..<Int(ends[row])])
        }
    }
}
