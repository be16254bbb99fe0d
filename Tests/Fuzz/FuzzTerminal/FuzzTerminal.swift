/// Tests one input: the bytes that a terminal sends to `featurehost ui`, with changes of its size and pauses in between.
///
/// The user interface runs over a host in this process, with features of all kinds. Each frame has the size of the
/// terminal and no control characters, and the written bytes make a model of a terminal show it. The user interface
/// always settles, and `ctrl+c`, pressed twice, ends it. ``InputScript`` describes the format of an input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTerminal(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    FuzzHost.reset()
    FuzzStage(InputScript(UnsafeBufferPointer(start: data, count: count))).play()
    return 0
}

/// Ends the process with a message, which `preconditionFailure` does not print in a release build.
func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { fatalError(message()) }
}
