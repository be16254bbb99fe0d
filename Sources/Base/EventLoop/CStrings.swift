import Glibc

/// A null-terminated array of C strings, as C takes for arguments and environment variables.
struct CStrings {
    let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        base = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() { (base + index).initialize(to: strdup(text)) }
        (base + count).initialize(to: nil)
    }

    func free() {
        for index in 0..<count { Glibc.free(base[index]) }
        base.deallocate()
    }
}
