import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension Column {
    /// Returns the width that shows the heading and the values of rows completely.
    ///
    /// A column with a declared width has this width.
    func naturalWidth(_ rows: some Sequence<Row>) -> Int {
        if let width = room.width { return width }
        return rows.reduce(max(1, TextWidth.columns(of: heading))) {
            max($0, TextWidth.columns(of: text($1.value, $1.cells)))
        }
    }
}

/// A column with its place in a line.
struct FittedColumn {
    let column: Column
    /// The first cell of the column, counted from the beginning of the line.
    let x: Int
    let width: Int
}

/// The division of a line into columns.
///
/// Each column is as wide as its values need, so that the eye has no wide gap to cross. The rest of the line stays
/// empty.
enum ColumnWidths {
    private static let leastFlexible = 16
    private static let leastDetail = 24
    /// The width up to which the title column grows beyond its values, for longer values that are scrolled into view.
    private static let usualTitle = 32
    private static let leaveFirst: [Column.Role] = [.detail, .badge, .subtitle, .icon, .toggle]

    /// Returns the columns that fit into a width; the least important columns are omitted first.
    ///
    /// - Parameter natural: the width that each column needs.
    static func fit(_ columns: [Column], natural: [Int], width: Int) -> [FittedColumn] {
        var kept = Array(zip(columns, natural)).map { column, natural in
            (column: column, natural: natural, width: min(natural, column.isFlexible ? leastFlexible : leastDetail))
        }
        func needed(gap: Int) -> Int { kept.reduce(0) { $0 + $1.width } + gap * max(0, kept.count - 1) }
        for role in leaveFirst {
            while kept.count > 1, needed(gap: 2) > width, let last = kept.lastIndex(where: { $0.column.role == role }) {
                kept.remove(at: last)
            }
        }
        guard !kept.isEmpty else { return [] }
        func grow(_ index: Int, to wanted: Int) {
            kept[index].width += max(0, min(wanted - kept[index].width, width - needed(gap: 2)))
        }
        let flexible = kept.indices.filter { kept[$0].column.isFlexible }
        for index in flexible + kept.indices.filter({ !kept[$0].column.isFlexible }) {
            grow(index, to: kept[index].natural)
        }
        let growing = kept.indices.filter { kept[$0].column.room.grow > 0 }
        let shares = growing.reduce(0) { $0 + kept[$1].column.room.grow }
        let rest = max(0, width - needed(gap: 2))
        for index in growing { kept[index].width += rest * kept[index].column.room.grow / shares }
        if let title = flexible.first, growing.isEmpty, kept[title].column.room.width == nil {
            grow(title, to: usualTitle)
        }
        // A column that is alone, or that can't be left out, may be too wide.
        let excess = max(0, needed(gap: 2) - width)
        let widest = flexible.last ?? 0
        kept[widest].width = max(1, kept[widest].width - excess)
        let gap = needed(gap: 3) <= width ? 3 : 2
        var x = 0
        return kept.map { part in
            defer { x += part.width + gap }
            return FittedColumn(column: part.column, x: x, width: part.width)
        }
    }
}
