import FHHosting
import FHJSON
import Foundation
import Testing

@testable import FHPeers

/// Plays the transcripts of `protocol/transcripts` in this process, as if they came from a file.
@Suite struct TranscriptTests {
    @Test(arguments: Transcript.all)
    func plays(transcript: Transcript) async throws {
        let stage = try Stage(transcript.setting)
        try await withHost(try stage.catalog()) {
            $0.isClockVirtual = stage.isClockVirtual
            $0.seed = stage.seed
            if transcript.needsRealLimits { $0.limits = Limits() }
        } _: { host in
            let front = await host.frontEnd(isSequential: true)
            await host.send(front.number, transcript.sent)
            await front.endInput()
            let frames = try await front.untilEnd().map { try stage.withoutFolder($0) }
            for (number, (frame, wanted)) in zip(frames, transcript.received).enumerated() where frame != wanted {
                Issue.record("frame \(number + 1) is\n  \(frame)\nand should be\n  \(wanted)")
                break
            }
            #expect(frames.count == transcript.received.count)
            #expect(await front.status.map { Int($0) } == transcript.status)
        }
    }

    @Test func thereAreTranscripts() {
        #expect(Transcript.all.count > 10)
    }
}

/// A transcript that can be played from a file.
struct Transcript: Sendable, CustomTestStringConvertible {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appendingPathComponent("protocol")

    /// All transcripts; one that can't be read is empty and fails.
    static let all: [Transcript] = {
        let place = folder.appendingPathComponent("transcripts")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        return names.filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
            let text = (try? String(contentsOf: place.appendingPathComponent(name), encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
            let transcript = Transcript(name, lines)
            return transcript.isPlayedFromFile && !transcript.dependsOnRealTime ? transcript : nil
        }
    }()

    let name: String
    /// The setting of the transcript.
    let setting: JSONValue
    private let lines: [JSONValue]

    var testDescription: String { name }

    private init(_ name: String, _ lines: [JSONValue]) {
        self.name = name
        let keys = ["send", "sendRaw", "receive", "comment", "endInput", "status"]
        let hasSetting = lines.first.map { line in keys.allSatisfy { line[$0] == nil } } ?? false
        setting = hasSetting ? lines[0] : .emptyObject
        self.lines = hasSetting ? Array(lines.dropFirst()) : lines
    }

    private var isPlayedFromFile: Bool {
        setting["modes"]?.elements.contains { $0.stringValue == "file" } ?? true
    }

    /// True if the transcript waits in virtual time up to the real limits, which may be too short while other tests
    /// run.
    ///
    /// Such a transcript is only played with the executable.
    private var dependsOnRealTime: Bool {
        needsRealLimits && setting["arguments"]?.elements.contains { $0.stringValue == "virtual" } ?? false
    }

    /// True if the transcript shows the limits of the host, or has a source that never answers.
    var needsRealLimits: Bool {
        setting["pipes"] != nil || received.contains { $0["result"]?["limits"] != nil }
    }

    /// All input from the client.
    var sent: String {
        lines.compactMap { line in
            line["sendRaw"]?.stringValue ?? line["send"].map { JSONText($0).string + "\n" }
        }.joined()
    }

    /// All output of the host.
    var received: [JSONValue] { lines.compactMap { $0["receive"] } }
    var status: Int? { lines.last?["status"]?.intValue }
}
