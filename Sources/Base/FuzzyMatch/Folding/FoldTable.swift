import FHTextFolding

/// The foldings of an index's scalars.
///
/// Each scalar is looked up only once in Unicode's tables.
struct FoldTable: Sendable {
    /// The number of each page of 256 scalars in `expansions` and `classes`, counted from 1; 0 for an absent page.
    private var pages: [UInt16] = []
    /// Four entries per scalar, by `Folding.rawValue`.
    ///
    /// Each entry is a unit, or `sequenceFlag` combined with a position in `sequences`.
    private var expansions: [UInt32] = []
    private var classes: [CharacterClass?] = []
    /// Expansions to several units or to none.
    ///
    /// Each expansion consists of its number of units, followed by the units.
    private var sequences: [UInt32] = []

    private static let sequenceFlag: UInt32 = 1 << 30

    /// Adds the scalars that are not in the table yet.
    mutating func learn(_ scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars where slot(of: scalar).flatMap({ classes[$0] }) == nil { learn(scalar) }
    }

    /// Appends the folded units of a scalar to a text.
    ///
    /// The scalar must be in the table.
    func fold(_ scalar: Unicode.Scalar, _ folding: Folding, into text: inout WideText) {
        guard let slot = slot(of: scalar), let kind = classes[slot] else { preconditionFailure("unknown scalar") }
        let expansion = expansions[4 * slot + folding.rawValue]
        if expansion & (Self.sequenceFlag | Folding.markFlag) == 0 {
            text.append(expansion, kind)
        } else if expansion & Folding.markFlag != 0 {
            text.combine(expansion, kind)
        } else {
            let start = Int(expansion & ~Self.sequenceFlag)
            for unit in sequences[(start + 1)..<(start + 1 + Int(sequences[start]))] {
                if unit & Folding.markFlag != 0 { text.combine(unit, kind) } else { text.append(unit, kind) }
            }
        }
        text.scalarCount += 1
    }

    private func slot(of scalar: Unicode.Scalar) -> Int? {
        let page = Int(scalar.value >> 8)
        guard page < pages.count, pages[page] != 0 else { return nil }
        return Int(pages[page] - 1) << 8 | Int(scalar.value & 0xFF)
    }

    private mutating func learn(_ scalar: Unicode.Scalar) {
        let page = Int(scalar.value >> 8)
        if page >= pages.count { pages += repeatElement(0, count: page + 1 - pages.count) }
        if pages[page] == 0 {
            classes += repeatElement(nil, count: 256)
            expansions += repeatElement(0, count: 4 * 256)
            pages[page] = UInt16(classes.count >> 8)
        }
        guard let slot = slot(of: scalar) else { preconditionFailure("a page just made") }
        classes[slot] = CharacterClass(scalar)
        for folding in 0..<4 {
            let units = Folding(rawValue: folding).units(of: scalar)
            if units.count == 1 {
                expansions[4 * slot + folding] = units[0]
            } else {
                expansions[4 * slot + folding] = UInt32(sequences.count) | Self.sequenceFlag
                sequences.append(UInt32(units.count))
                sequences += units
            }
        }
    }
}
