internal import CJansson

/// The owner of one parsed tree: one object a document, however many values point into it.
final class JSONDocument: @unchecked Sendable {
    // Sendable: this is set once, the tree is never changed, and the one reference that this object owns is given up in
    // `deinit`, which the reference count of the object itself makes run once and last.
    let root: UnsafeMutablePointer<json_t>
    /// How long its text was, in bytes.
    let byteCount: Int

    /// jansson's hash seed, drawn before the first tree is built: two threads must not race for it.
    private static let seed: Void = json_object_seed(0)

    /// Parses one text.
    ///
    /// - Throws: `JSONParseError` for anything RFC 8259 forbids, and for what this host refuses on top: duplicate keys,
    ///   U+0000 in keys, lone surrogates, integers outside 64 bits, reals that overflow, more than 2,048 levels.
    init(
        parsing bytes: UnsafeRawBufferPointer, rejectingDuplicates: Bool = true, tryingPlain: Bool = true
    ) throws(JSONParseError) {
        Self.seed
        byteCount = bytes.count
        if tryingPlain, let root = PlainParser.parse(bytes) {
            self.root = root
            return
        }
        // jansson loses a NUL that follows a number or a word: it takes it for the end of its own buffer.
        if let base = bytes.baseAddress, let null = shim_find_byte(base, 0, bytes.count) {
            throw JSONParseError("NUL byte", at: null - base, in: bytes)
        }
        let flags = JSON_DECODE_ANY | JSON_ALLOW_NUL | (rejectingDuplicates ? JSON_REJECT_DUPLICATES : 0)
        var error = json_error_t()
        // jansson takes a null pointer, which is what an empty buffer may have, for a wrong call.
        var root: UnsafeMutablePointer<json_t>?
        if let base = bytes.baseAddress {
            root = json_loadb(base.assumingMemoryBound(to: CChar.self), bytes.count, Int(flags), &error)
        } else {
            root = json_loadb("", 0, Int(flags), &error)
        }
        guard let root else { throw JSONParseError(error) }
        self.root = root
    }

    /// Takes over a tree that nobody else holds.
    private init(owning root: UnsafeMutablePointer<json_t>, byteCount: Int) {
        self.root = root
        self.byteCount = byteCount
    }

    /// The plain object that begins at a place, and where it ends; nil where the parser must decide.
    static func plainObject(at start: Int, in bytes: UnsafeRawBufferPointer) -> (document: JSONDocument, end: Int)? {
        Self.seed
        return PlainParser.parseObject(at: start, in: bytes).map {
            (JSONDocument(owning: $0.root, byteCount: $0.end - start), $0.end)
        }
    }

    deinit { json_decref(root) }
}
