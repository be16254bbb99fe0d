import Glibc

/// A number that whoever runs the tests gives as an environment variable; nil where there is none.
public func environmentNumber(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
}
