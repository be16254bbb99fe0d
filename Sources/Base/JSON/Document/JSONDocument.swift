internal import CFHJansson

/// The owner of one parsed tree.
///
/// All values of a document share one owner.
final class JSONDocument: @unchecked Sendable {
    // The type is Sendable: this member is set once and the tree is never changed. The only reference to the root is
    // released in `deinit`, which runs once, at the end.
    let root: UnsafeMutablePointer<json_t>
    /// The length of the parsed text in bytes.
    let byteCount: Int

    /// Seeds jansson's hash function before the first tree is built.
    ///
    /// Two threads must not do this at the same time, so it is a static property, which Swift initializes only once.
    private static let seed: Void = json_object_seed(0)

    /// Parses one text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - rejectingDuplicates: True to reject duplicate keys; false to use the last of the members with the same key.
    ///   - tryingPlain: True if ``PlainParser`` is tried first.
    /// - Throws: `JSONParseError` for invalid JSON (RFC 8259), and for valid JSON that this host refuses: duplicate
    ///   keys, U+0000 in keys, lone surrogates, integers outside 64 bits, reals that overflow, more than 2,048 levels.
    init(
        parsing bytes: UnsafeRawBufferPointer, rejectingDuplicates: Bool = true, tryingPlain: Bool = true
    ) throws(JSONParseError) {
        Self.seed
        byteCount = bytes.count
        if tryingPlain, let root = PlainParser.parse(bytes) {
            self.root = root
            return
        }
        // jansson ignores a NUL after a number or a literal, because it mistakes the NUL for the end of its own buffer.
        if let base = bytes.baseAddress, let null = shim_find_byte(base, 0, bytes.count) {
            throw JSONParseError("NUL byte", at: null - base, in: bytes)
        }
        let flags = JSON_DECODE_ANY | JSON_ALLOW_NUL | (rejectingDuplicates ? JSON_REJECT_DUPLICATES : 0)
        var error = json_error_t()
        // An empty buffer may have a null pointer, which jansson reports as an invalid argument.
        var root: UnsafeMutablePointer<json_t>?
        if let base = bytes.baseAddress {
            root = json_loadb(base.assumingMemoryBound(to: CChar.self), bytes.count, Int(flags), &error)
        } else {
            root = json_loadb("", 0, Int(flags), &error)
        }
        guard let root else { throw JSONParseError(error) }
        self.root = root
    }

    deinit { json_decref(root) }
}
