import Glibc

/// True if a process with this id exists, as reported by `kill(pid, 0)`.
///
/// A zombie counts as existing, and so does a process to which this process must not send signals. Ids below 1 don't
/// exist.
public func processExists(_ id: Int) -> Bool {
    guard let id = pid_t(exactly: id), id > 0 else { return false }
    return kill(id, 0) == 0 || errno == EPERM
}
