/// The fields of a block, or of lines, as long as they are lent.
struct Fields {
    /// All of them; 64 bytes more can be read behind them.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Where each begins and ends.
    let starts: UnsafeBufferPointer<UInt32>
    let ends: UnsafeBufferPointer<UInt32>
    /// What each holds at most.
    let masks: UnsafeBufferPointer<CharacterMask>
    /// The first byte of each, so that their texts needn't be fetched for it, and 0 of an empty one; of lines there are
    /// none, since nothing is asked of them without their texts.
    let firsts: UnsafeBufferPointer<UInt8>
    /// The class of each ASCII character.
    let classes: UnsafeBufferPointer<CharacterClass>
    /// What places are worth; see ``Scoring/bonuses``.
    let bonuses: UnsafeBufferPointer<UInt8>

    func length(of field: Int) -> Int { Int(ends[field] &- starts[field]) }

    /// The text of a field.
    func bytes(of field: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(starts[field])..<Int(ends[field])])
    }
}

extension Fields {
    /// Lends fields to `body`, with the tables that all of them share.
    static func with<Result>(
        bytes: UnsafeBufferPointer<UInt8>, starts: UnsafeBufferPointer<UInt32>, ends: UnsafeBufferPointer<UInt32>,
        masks: UnsafeBufferPointer<CharacterMask>,
        firsts: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0), _ body: (Fields) -> Result
    ) -> Result {
        CharacterClass.ofASCII.withUnsafeBufferPointer { classes in
            Scoring.bonuses.withUnsafeBufferPointer { bonuses in
                body(
                    Fields(
                        bytes: bytes, starts: starts, ends: ends, masks: masks, firsts: firsts, classes: classes,
                        bonuses: bonuses))
            }
        }
    }
}
