import Glibc

/// Returns a number from an environment variable; nil if it is not set.
public func environmentNumber(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
}
