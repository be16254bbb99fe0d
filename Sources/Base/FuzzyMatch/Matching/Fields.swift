/// The fields of a block, or of lines, which are valid only in the closure that receives them.
struct Fields {
    /// The texts of all fields, followed by 64 more readable bytes.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The start and end of each field.
    let starts: UnsafeBufferPointer<UInt32>
    let ends: UnsafeBufferPointer<UInt32>
    /// The character mask of each field.
    let masks: UnsafeBufferPointer<CharacterMask>
    /// The first byte of each field; 0 for an empty field.
    ///
    /// With these bytes, many texts need not be read. For lines, the buffer is empty.
    let firsts: UnsafeBufferPointer<UInt8>
    /// The class of each ASCII character.
    let classes: UnsafeBufferPointer<CharacterClass>
    /// The bonuses of positions; see ``Scoring/bonuses``.
    let bonuses: UnsafeBufferPointer<UInt8>

    func length(of field: Int) -> Int { Int(ends[field] &- starts[field]) }

    func bytes(of field: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(starts[field])..<Int(ends[field])])
    }
}

extension Fields {
    /// Calls `body` with fields, to which the shared tables `classes` and `bonuses` are added.
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
