internal import CJansson

/// Memory that parsed documents leave behind.
public enum FreedMemory {
    /// Shorter texts leave too little behind to look for it.
    private static let worthwhile = 1 << 20

    /// Gives memory back to the system after a text has been parsed and its values are gone.
    ///
    /// The allocator would keep it, since what stays lies between what was freed.
    ///
    /// - Parameter bytes: how long the text was.
    public static func giveBack(afterParsing bytes: Int) {
        if bytes >= worthwhile { shim_trim_memory() }
    }
}
