import Glibc

/// The processor.
public enum Cores {
    /// How many threads it runs at once, as far as more of them are worth their while.
    public static let count = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 16)
}
