import Glibc

/// What a process knows of itself.
public enum OwnProcess {
    /// Its id.
    public static var id: Int { Int(getpid()) }

    /// Its environment; of a variable that stands there twice the first one counts.
    public static var environment: [String: String] {
        var variables: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            place += 1
        }
        return variables
    }
}
