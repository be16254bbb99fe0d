package import JSON

extension MemoryRoom {
    /// Looks whether there is memory for a source, before it is taken.
    ///
    /// - Parameters:
    ///   - bytes: how much is taken before it is looked again, in bytes; little is always there.
    ///   - subject: what it is for, in a sentence.
    /// - Throws: `systemLimit` where there is too little.
    package static func check(for bytes: Int = 0, _ subject: @autoclosure () -> String) throws(Failure) {
        if !isLeft(for: bytes) { throw .noMemory(for: subject()) }
    }
}

extension Failure {
    /// There is too little memory.
    ///
    /// - Parameter subject: what it is for, in a sentence.
    package static func noMemory(for subject: String) -> Failure {
        Failure("systemLimit", "there is too little memory for \(subject) (see ulimit -v); retry when there is room")
    }
}
