import CFHMalloc

/// The heap of the process.
public enum ProcessHeap {
    /// Makes all threads share one heap.
    ///
    /// Otherwise each thread has its own heap. Memory that one thread frees could then not be used by another one, and
    /// large programs would grow by a third. Call this before other threads start.
    public static func share() {
        mallopt(M_ARENA_MAX, 1)
    }
}
