import EventLoop
import Logging

/// The log of the commands: lines on standard error.
///
/// Where nobody reads them, they are left out: plugins write there too, and the host must not wait for a reader.
struct CommandLog: LogHandler {
    private var handler: StreamLogHandler

    private init(label: String) {
        handler = StreamLogHandler.standardError(label: label)
    }

    static func make(_ level: Logger.Level) -> Logger {
        var log = Logger(label: "featurehost") { CommandLog(label: $0) }
        log.logLevel = level
        return log
    }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        if OwnProcess.canLog { handler.log(event: event) }
    }
}
