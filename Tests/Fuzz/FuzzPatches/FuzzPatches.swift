import JSON

/// One input: a JSON text, and behind its first line end another one.
///
/// The patch from the one to the other leads there, and is no longer than a replacement of the whole.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPatches(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: count)
    let end = input.firstIndex(of: 10) ?? count
    let old = Array(input[..<end])
    let new = Array(input[min(end + 1, count)...])
    guard let before = parse(old), let after = parse(new) else { return 0 }
    let outline = JSONOutline { json in old.withUnsafeBytes { json.rawValue($0) } }
    let patch = JSONText.build { json in
        let isWritten = outline.writePatch(to: &json) { json in new.withUnsafeBytes { json.rawValue($0) } }
        precondition(isWritten, "short texts are compared")
    }
    do {
        let made = try JSONPatch.apply(patch.value, to: before)
        precondition(made == after, "the patch leads elsewhere: \(patch)")
    } catch {
        preconditionFailure("the patch can't be applied: \(error): \(patch)")
    }
    let whole = new.count + #"[{"op":"replace","path":"","value":}]"#.utf8.count
    precondition(patch.bytes.count <= whole, "the patch is longer than what it leads to: \(patch)")
    return 0
}

private func parse(_ bytes: [UInt8]) -> JSONValue? {
    // What is no UTF-8 would be another text.
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return try? JSONValue(parsing: text)
}
