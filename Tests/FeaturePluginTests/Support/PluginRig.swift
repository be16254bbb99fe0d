import FHHosting
import FHJSON
import FHServing
import FeatureKit
import FeaturePlugin
import Foundation
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import FHPeers

/// A plugin in this process, on a separate thread, with the host's ends of its pipes.
///
/// A rig belongs to one test. Its reads and waits don't block the test's thread.
final class PluginRig {
    private let input: FileDescriptor
    private let output: FileDescriptor
    private var lines: AsyncStream<String>.Iterator
    private var statuses: AsyncStream<Int32>.Iterator
    private var lastID = 0
    private var hasInput = true
    /// The messages that were read while waiting for another one.
    private(set) var passed: [JSONValue] = []

    init(
        _ sources: PluginSources = PluginSources(), features: [FeatureRegistration] = [], isReading: Bool = true,
        configure: @escaping @Sendable (inout FHHosting.Host.Options) -> Void = { _ in }
    ) throws {
        let toPlugin = try FileDescriptor.pipe()
        let fromPlugin = try FileDescriptor.pipe()
        // Children of other tests must not keep ends open, because tests depend on the closing of these ends.
        for end in [toPlugin.readEnd, toPlugin.writeEnd, fromPlugin.readEnd, fromPlugin.writeEnd] {
            _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
        }
        input = toPlugin.writeEnd
        output = fromPlugin.readEnd
        let (statuses, status) = AsyncStream.makeStream(of: Int32.self)
        Thread.detachNewThread {
            var plugin = PluginDefinition(name: "rig", version: "7", features: features, sources: sources)
            plugin.options.limits.drainMs = 600_000
            configure(&plugin.options)
            do {
                let server = try plugin.server(input: toPlugin.readEnd, output: fromPlugin.writeEnd)
                status.yield(server.run())
            } catch {
                Issue.record(error)
            }
            try? toPlugin.readEnd.close()
            try? fromPlugin.writeEnd.close()
            status.finish()
        }
        self.statuses = statuses.makeAsyncIterator()
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        self.lines = lines.makeAsyncIterator()
        startReading = { [output] in
            Thread.detachNewThread { Self.read(output, line) }
        }
        if isReading { startReading() }
    }

    let startReading: () -> Void

    deinit {
        if hasInput { try? input.close() }
    }

    private static func read(_ output: FileDescriptor, _ line: AsyncStream<String>.Continuation) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while let count = try? buffer.withUnsafeMutableBytes({ try output.read(into: $0) }), count > 0 {
            let parts = buffer[..<count].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for part in parts.dropLast() {
                line.yield(String(decoding: rest + part, as: UTF8.self))
                rest = []
            }
            rest += parts.last ?? []
        }
        try? output.close()
        line.finish()
    }

    // MARK: Sending

    func send(_ line: String) throws {
        _ = try input.writeAll((line + "\n").utf8)
    }

    /// Sends a request and returns its id.
    func begin(_ method: String, _ params: String = "{}") throws -> Int {
        lastID += 1
        try send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
        return lastID
    }

    func notify(_ method: String, _ params: String = "{}") throws {
        try send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
    }

    func endInput() throws {
        hasInput = false
        try input.close()
    }

    // MARK: Reading

    /// Returns the next message; nil at the end.
    func next() async throws -> JSONValue? {
        guard let line = await lines.next() else { return nil }
        return try JSONValue(parsing: line)
    }

    /// Returns the answer to a request; earlier messages are kept in ``passed``.
    func answer(to id: Int) async throws -> JSONValue {
        if let place = passed.firstIndex(where: { $0["id"]?.intValue == id }) { return passed.remove(at: place) }
        while let message = try await next() {
            if message["id"]?.intValue == id { return message }
            passed.append(message)
        }
        throw PluginHasEnded()
    }

    func ask(_ method: String, _ params: String = "{}") async throws -> JSONValue {
        try await answer(to: begin(method, params))
    }

    /// Returns the result of a request as text.
    func result(_ method: String, _ params: String = "{}") async throws -> String {
        let answer = try await ask(method, params)
        return answer["result"].map { JSONText($0).string } ?? "\(answer)"
    }

    /// Returns the error of a request with its code, message and data.
    func failure(_ method: String, _ params: String = "{}") async throws -> PluginFailure {
        let answer = try await ask(method, params)
        return try PluginFailure(#require(answer["error"], "\(answer)"))
    }

    func open(_ kind: String = "simulated", as name: String = "s") async throws {
        #expect(try await result("source/open", #"{"source":"\#(name)","kind":"\#(kind)","options":{}}"#) == "{}")
    }

    var status: Int32? {
        get async { await statuses.next() }
    }
}

struct PluginHasEnded: Error {}

/// An error response of a plugin.
struct PluginFailure: Equatable, CustomStringConvertible {
    let code: Int?
    let word: String?
    let message: String
    let isRetryable: Bool?

    init(_ error: JSONValue) {
        code = error["code"]?.intValue
        message = error["message"]?.stringValue ?? ""
        word = error["data"]?["code"]?.stringValue
        isRetryable = error["data"]?["retryable"]?.boolValue
    }

    var description: String { "\(code ?? 0) \(word ?? "-") \(isRetryable == true ? "retryable " : "")\(message)" }
}
