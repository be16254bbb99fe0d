import Glibc

/// Whether a process with this id exists, as `kill(pid, 0)` sees it.
///
/// One that may not be signalled counts, and so does one that ended and was not waited for. Ids below 1 don't exist.
public func processExists(_ id: Int) -> Bool {
    guard let id = pid_t(exactly: id), id > 0 else { return false }
    return kill(id, 0) == 0 || errno == EPERM
}
