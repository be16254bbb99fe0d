import Logging

/// The log of the commands: lines on standard error.
enum CommandLog {
    static func make(_ level: Logger.Level) -> Logger {
        var log = Logger(label: "featurehost") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = level
        return log
    }
}
