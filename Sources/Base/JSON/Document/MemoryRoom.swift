internal import CFHJansson

/// A check of the memory that the process can still allocate.
///
/// Swift terminates the process if an allocation fails. So code that needs much memory for one source checks first. If
/// the check fails, only that source fails.
public enum MemoryRoom {
    /// The number of bytes that must stay available for all other purposes.
    private static let reserve = 64 << 20

    /// True if the process can allocate this much memory and still have the reserve.
    ///
    /// The check includes the limits of the process (`RLIMIT_AS`, `RLIMIT_DATA`) and the system's limits on reserved
    /// memory. It does not include limits on used memory, such as the limits of a control group.
    ///
    /// - Parameter bytes: The amount of memory in bytes.
    public static func isLeft(for bytes: Int) -> Bool {
        let (size, isTooMuch) = max(0, bytes).addingReportingOverflow(reserve)
        return !isTooMuch && shim_has_room(size) != 0
    }
}
