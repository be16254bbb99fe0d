import Glibc
import SystemPackage

/// The pipes to and from a child.
///
/// Both arrays are indexed by the child's descriptor: 0 for input, 1 for output, 2 for errors.
struct ChildPipes {
    /// The ends that this process uses; -1 where there is no pipe or the end was closed.
    private(set) var ours: [Int32] = [-1, -1, -1]
    /// The ends that the child uses; -1 where there is no pipe.
    private(set) var theirs: [Int32] = [-1, -1, -1]

    /// Opens the pipes.
    ///
    /// - Throws: The error of `pipe(2)`. Pipes that were already opened are closed.
    init(hasInput: Bool) throws(Errno) {
        for descriptor in 0...2 where descriptor > 0 || hasInput {
            let ends: (readEnd: Int32, writeEnd: Int32)
            do {
                ends = try makeCloseOnExecPipe()
            } catch {
                close()
                throw error
            }
            ours[descriptor] = descriptor == 0 ? ends.writeEnd : ends.readEnd
            theirs[descriptor] = descriptor == 0 ? ends.readEnd : ends.writeEnd
        }
        // The two ends of a pipe are separate open file descriptions, so the child's ends stay blocking.
        for end in ours where end != -1 { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }

    func closeTheirs() {
        for end in theirs where end != -1 { Glibc.close(end) }
    }

    func closeOurs() {
        for end in ours where end != -1 { Glibc.close(end) }
    }

    /// Closes this process's end of the child's input.
    mutating func closeInput() { closeOurs(0) }

    /// Closes this process's end of the child's output.
    mutating func closeOutput() { closeOurs(1) }

    /// Closes this process's end of the child's errors.
    mutating func closeErrors() { closeOurs(2) }

    private mutating func closeOurs(_ descriptor: Int) {
        if ours[descriptor] != -1 { Glibc.close(ours[descriptor]) }
        ours[descriptor] = -1
    }

    func close() {
        closeTheirs()
        closeOurs()
    }
}
