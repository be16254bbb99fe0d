import EventLoop
import Logging

/// The log of a process that serves: lines on standard error.
///
/// Where nobody reads them, they are left out: plugins write there too, and the host must not wait for a reader.
/// What others said stands in them too, and can neither make a line too long nor pass for one.
package struct ErrorLog: LogHandler {
    private struct Stream: TextOutputStream {
        func write(_ line: String) { OwnProcess.log(LogLine.bytes(of: line)) }
    }

    private var handler: StreamLogHandler

    private init(label: String) {
        handler = StreamLogHandler(label: label, stream: Stream())
    }

    /// Makes the log of the program of this name.
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
        handler.log(event: event)
    }
}
