import HostCommands

/// Tests one input: a workspace file, and the output of `featurehost check` for it.
///
/// Whatever the file contains, each output line begins with the name of the file. Only the last line for a valid
/// workspace is a verdict. No line contains characters that control a terminal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCheck(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let report = CheckReport(of: Array(UnsafeBufferPointer(start: data, count: count)), path: "w.json")
    let bytes = Array(report.text.utf8)
    for scalar in report.text.unicodeScalars where scalar != "\n" {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
            preconditionFailure("\(scalar.value) is printed")
        default: break
        }
    }
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    precondition(!lines.isEmpty && lines.allSatisfy { $0.starts(with: "w.json:".utf8) }, "a line begins otherwise")
    let verdicts = lines.filter { $0.starts(with: "w.json: no errors; ".utf8) }
    precondition(verdicts.count == (report.isRight ? 1 : 0), "the verdict is not that of the file")
    return 0
}
