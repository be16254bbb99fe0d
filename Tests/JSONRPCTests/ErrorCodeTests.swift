import FHJSON
import FHJSONRPC
import Testing

@Suite struct ErrorCodeTests {
    @Test func everyCodeHasItsNumberKindAndRetryable() {
        let table = ErrorCode.all.map { "\($0.rawValue) \($0.kind)\($0.retryable ? " retryable" : "")" }
        #expect(
            table == [
                "-32700 parseError", "-32600 invalidRequest", "-32601 methodNotFound", "-32602 invalidParams",
                "-32603 internalError", "-32800 requestCancelled retryable", "-31001 unknownFeature",
                "-31002 unknownInstance", "-31003 unknownAction", "-31004 invalidActionParams",
                "-31005 actionUnavailable retryable", "-31006 staleRevision", "-31007 busy retryable",
                "-31008 versionUnsupported", "-31009 sourceFailed retryable", "-31010 clockNotVirtual",
            ])
    }

    @Test(arguments: ErrorCode.all) func aBareErrorIsWhole(code: ErrorCode) {
        let text = JSONText.build { RPCError(code).write(to: &$0) }.value
        #expect(text["code"]?.intValue == code.rawValue)
        #expect(text["message"]?.stringValue == code.message)
        #expect(!code.message.isEmpty)
        #expect(text["data"]?["kind"]?.stringValue == code.kind)
        #expect(text["data"]?["retryable"]?.boolValue == code.retryable)
        #expect(text["data"]?.count == 2)
    }

    @Test func detailsFollowKindAndRetryable() {
        let error = RPCError(
            .actionUnavailable, "\"submit\" is refused\n", retryable: false,
            details: [.init("reason", .string("gone")), .init("path", .emptyArray)])
        #expect(
            JSONText.build { error.write(to: &$0) }.string
                == #"{"code":-31005,"message":"\"submit\" is refused\n","data":"#
                + #"{"kind":"actionUnavailable","retryable":false,"reason":"gone","path":[]}}"#)
    }

    @Test func unknownCodesAreKept() {
        let code = ErrorCode(rawValue: -1)
        #expect(code.kind == "other" && !code.retryable && code.message == "error -1")
    }
}
