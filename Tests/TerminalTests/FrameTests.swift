import FHTerminalProgram
import Foundation
import Testing

/// Compares the frames of sessions with the frames in files.
///
/// `Sessions/NAME.json` is a session, and `Sessions/NAME.txt` has its frames. With the environment variable
/// `UPDATE_FRAMES`, the test writes the frames to the file instead; read the difference before you commit it.
@Suite struct FrameTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Sessions")

    @Test(arguments: ["tasks"])
    func framesEqualThoseInTheFile(_ name: String) async throws {
        let session = try PlayedSession(Self.folder.appendingPathComponent("\(name).json").path)
        let played = try await PlayedStage().play(session, .catalog)
        let text = played.frames.map { $0 + "\n" }.joined()
        let file = Self.folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(try text == String(contentsOf: file, encoding: .utf8))
        }
    }
}
