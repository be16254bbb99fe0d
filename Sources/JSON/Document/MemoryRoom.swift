internal import CJansson

/// The memory that the process can still get from the system.
///
/// Swift ends the process where an allocation fails. Code that takes much memory for one source therefore looks first, and
/// lets that source fail.
public enum MemoryRoom {
    /// The bytes that must be left for everything else.
    private static let reserve = 64 << 20

    /// True if the process can get memory, and has the reserve left then.
    ///
    /// It knows of the limits of the process (`RLIMIT_AS`, `RLIMIT_DATA`) and of those that the system keeps when memory is
    /// reserved; not of those that hold when memory is used, as of a control group.
    ///
    /// - Parameter bytes: how much memory, in bytes.
    public static func isLeft(for bytes: Int) -> Bool {
        let (size, isTooMuch) = max(0, bytes).addingReportingOverflow(reserve)
        return !isTooMuch && shim_has_room(size) != 0
    }
}
