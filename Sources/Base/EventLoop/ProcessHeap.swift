import CFHMalloc

/// The heap of the process.
public enum ProcessHeap {
    /// Makes all threads share one heap.
    ///
    /// Otherwise each thread keeps a heap of its own: memory that one thread frees is of no use to another, and large
    /// programs grow by a third. Call this before other threads start.
    public static func share() {
        mallopt(M_ARENA_MAX, 1)
    }
}
