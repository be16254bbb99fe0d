/// The terms of a pattern, which are valid only in the closure that receives them.
struct Terms {
    let terms: UnsafeBufferPointer<Term>
    private let units: UnsafeBufferPointer<UInt32>
    let groups: UnsafeBufferPointer<Range<Int>>
    let mask: CharacterMask
    let isRanking: Bool
    let ceiling: Ceiling?

    init(
        terms: UnsafeBufferPointer<Term>, units: UnsafeBufferPointer<UInt32>,
        groups: UnsafeBufferPointer<Range<Int>>, mask: CharacterMask, isRanking: Bool, ceiling: Ceiling?
    ) {
        self.terms = terms
        self.units = units
        self.groups = groups
        self.mask = mask
        self.isRanking = isRanking
        self.ceiling = ceiling
    }

    /// Returns the folded text of a term.
    func units(of term: Term) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(rebasing: units[term.units])
    }
}
