/// The fields of a block, as long as it is lent.
struct Fields {
    let bytes: UnsafeBufferPointer<UInt8>
    let offsets: UnsafeBufferPointer<UInt32>
    let masks: UnsafeBufferPointer<CharacterMask>
    /// The class of each ASCII character.
    let classes: UnsafeBufferPointer<CharacterClass>

    /// The text of a field.
    func bytes(of field: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(offsets[field])..<Int(offsets[field + 1])])
    }
}
