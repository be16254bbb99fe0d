import Glibc

/// True if a process with this id exists, as reported by `kill(pid, 0)`.
///
/// Processes without permission to signal and zombies count as existing. Ids below 1 don't exist.
public func processExists(_ id: Int) -> Bool {
    guard let id = pid_t(exactly: id), id > 0 else { return false }
    return kill(id, 0) == 0 || errno == EPERM
}
