import FeatureKit

extension FileSource: WholeSource {
    nonisolated func rowsEdition() -> SourceAnswer<Int> {
        inTurn { source throws(Failure) in
            _ = try source.load()
            return source.editions.count
        }
    }

    nonisolated func wholeRows() -> SourceAnswer<WholeRows> {
        inTurn { source throws(Failure) in
            let table = try source.readableTable()
            let page = Page(rows: [], endReached: true, totalCount: table.rows.count, problems: table.problems)
            return WholeRows(
                rows: .collection(table.rows), page: source.marked(page), edition: source.editions.count,
                sharedCounts: source.editions.growth.shared.counts)
        }
    }
}
