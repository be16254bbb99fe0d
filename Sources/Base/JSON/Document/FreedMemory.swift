internal import CFHJansson

/// Returns the freed memory of parsed documents to the system.
public enum FreedMemory {
    /// The minimum length of a text, in bytes, for which returning the memory is worth the time.
    private static let worthwhile = 1 << 20

    /// Returns free memory to the system after the values of a parsed text have been released.
    ///
    /// Without this call, the allocator would keep the memory, because live allocations lie between the freed ones.
    ///
    /// - Parameter bytes: The length of the text in bytes. Below 1 MiB, nothing is done.
    public static func giveBack(afterParsing bytes: Int) {
        if bytes >= worthwhile { shim_trim_memory() }
    }
}
