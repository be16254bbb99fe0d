import FHJSON

/// Tests one input: a JSON text on the first line, and a second JSON text.
///
/// The patch from the first text to the second gives the second text, and is no longer than a replacement of the whole
/// text. This holds for the texts themselves, and if each is a deferred member.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPatches(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: count)
    let end = input.firstIndex(of: 10) ?? count
    let old = Array(input[..<end])
    let new = Array(input[min(end + 1, count)...])
    if !isJSON(old) || !isJSON(new) { return 0 }
    check(
        { json in old.withUnsafeBytes { json.rawValue($0) } }, { json in new.withUnsafeBytes { json.rawValue($0) } })
    check({ $0.value(deferred: Holder(old)) }, { $0.value(deferred: Holder(new)) })
    return 0
}

private func check(_ writeOld: (inout JSONWriter) -> Void, _ writeNew: (inout JSONWriter) -> Void) {
    let (old, new) = (JSONText.build(writeOld), JSONText.build(writeNew))
    let outline = JSONOutline(writeOld)
    let patch = JSONText.build { json in
        let isWritten = outline.writePatch(to: &json, next: writeNew)
        precondition(isWritten, "short texts are compared")
    }
    do {
        let made = try JSONPatch.apply(patch.value, to: old.value)
        precondition(made == new.value, "the patch leads elsewhere: \(patch)")
    } catch {
        preconditionFailure("the patch can't be applied: \(error): \(patch)")
    }
    let whole = new.bytes.count + #"[{"op":"replace","path":"","value":}]"#.utf8.count
    precondition(patch.bytes.count <= whole, "the patch is longer than what it leads to: \(patch)")
}

/// An object with a text as its member.
private final class Holder: Deferred {
    private let text: [UInt8]

    init(_ text: [UInt8]) {
        self.text = text
    }

    var minimumSize: Int { 0 }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        write(WritingVisitor(), to: &json)
        json.endObject()
    }

    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? Holder else { preconditionFailure("nothing else stands there") }
        write(ComparingVisitor(since: older, at: path), to: &json)
    }

    private func write(_ visitor: some MemberVisitor<Holder>, to json: inout JSONWriter) {
        visitor.member("held", of: self, to: &json, isSame: { _, _ in false }) { json, holder in
            holder.text.withUnsafeBytes { json.rawValue($0) }
        }
    }
}

private func isJSON(_ bytes: [UInt8]) -> Bool {
    // Invalid UTF-8 would be converted to another text.
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return (try? JSONValue(parsing: text)) != nil
}
