import Glibc

/// A null-terminated array of C strings, such as the arguments and the environment of `execve(2)`.
package struct CStrings {
    package let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    package init(_ texts: [String]) {
        count = texts.count
        base = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() { (base + index).initialize(to: strdup(text)) }
        (base + count).initialize(to: nil)
    }

    package func free() {
        for index in 0..<count { Glibc.free(base[index]) }
        base.deallocate()
    }
}
