import CFHMalloc
package import FHJSON

extension MemoryRoom {
    /// Checks that enough memory is available for a source, before the memory is allocated.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes that are allocated before the next check; 0 for a small amount.
    ///   - subject: the purpose of the memory, as a phrase that follows `memory for`.
    /// - Throws: `systemLimit` if there is too little memory.
    package static func check(for bytes: Int = 0, _ subject: @autoclosure () -> String) throws(Failure) {
        if !isLeft(for: bytes) { throw .noMemory(for: subject()) }
    }
}

extension Failure {
    /// The failure for too little memory.
    ///
    /// - Parameter subject: the purpose of the memory, as a phrase that follows `memory for`.
    package static func noMemory(for subject: String) -> Failure {
        let reason = "there is too little memory for \(subject) (see \(String(cString: shim_memory_limits())))"
        return Failure("systemLimit", "\(reason); retry when there is room")
    }
}
