import CMalloc

/// The memory that the process allocates from.
public enum ProcessHeap {
    /// Has all threads allocate from one heap, and give back to it.
    ///
    /// Otherwise each thread has one of its own, which keeps what it once took: what one thread lets go of is of no use
    /// to another, and large programs grow by a third. To be called before there are other threads.
    public static func share() {
        mallopt(M_ARENA_MAX, 1)
    }
}
