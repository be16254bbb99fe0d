import FHEventLoop
import Logging

/// The log of a host or a plugin, as lines on standard error.
///
/// While standard error is not read, lines are dropped, because the process must not block. Texts from other programs
/// are escaped and truncated, so that they can't look like lines of the log.
package struct ErrorLog: LogHandler {
    private struct Stream: TextOutputStream {
        func write(_ line: String) { OwnProcess.log(LogLine.bytes(of: line)) }
    }

    private var handler: StreamLogHandler

    private init(label: String) {
        handler = StreamLogHandler(label: label, stream: Stream())
    }

    /// Makes the logger of a program.
    package static func make(_ level: Logger.Level, label: String = "featurehost") -> Logger {
        var log = Logger(label: label) { ErrorLog(label: $0) }
        log.logLevel = level
        return log
    }

    package var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    package var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    package func log(event: LogEvent) {
        var event = event
        // The prefix only distinguishes the modules of this package from those of other packages.
        if event.source.hasPrefix("FH") { event.source.removeFirst(2) }
        handler.log(event: event)
    }
}
