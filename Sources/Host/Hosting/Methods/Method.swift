import FHJSON
import FHJSONRPC

/// The methods that a client can call, by name; each is a function that answers its call now or later.
///
/// The methods of plugins are in `Method+Serving.swift`.
enum Method {
    typealias Handler = @Sendable (Call, JSONValue) throws(RPCError) -> Void

    /// The handler of a request; nil if there is no such method.
    ///
    /// The most frequent method comes first.
    private static func request(_ name: String) -> Handler? {
        switch name {
        case "feature/send": featureSend
        case "feature/open": featureOpen
        case "feature/snapshot": featureSnapshot
        case "feature/settle": featureSettle
        case "feature/close": featureClose
        case "feature/list": featureList
        case "feature/run": featureRun
        case "state/subscribe": stateSubscribe
        case "state/unsubscribe": stateUnsubscribe
        case "clock/advance": clockAdvance
        case "host/inspect": hostInspect
        case "host/plugins": hostPlugins
        case "rpc.discover": rpcDiscover
        case "initialize": initialize
        case "shutdown": shutdown
        case "ping": ping
        default: nil
        }
    }

    /// The handler of a notification; nil if there is no such method.
    private static func notification(_ name: String) -> Handler? {
        switch name {
        case "initialized": { (_, _) throws(RPCError) in }
        case "exit": exit
        case "$/cancelRequest": cancelRequest
        case "source/changed": sourceChanged
        default: nil
        }
    }

    /// Calls a method; a thrown error is its answer.
    static func perform(_ name: String, _ params: JSONValue?, _ call: Call) throws(RPCError) {
        let session = call.session
        if session.phase == .ended { return }
        guard let id = call.id else { return notify(name, params, call) }
        defer { session.hasBegun = true }
        if session.isShutDown {
            throw RPCError(.invalidRequest, "after shutdown only the notification exit is expected")
        }
        if session.isInFlight(id) {
            throw RPCError(.invalidRequest, "a request with this id is still being answered; use another id")
        }
        if session.inFlight.count >= session.host.limits.maxInFlight {
            throw RPCError(.busy, "\(session.host.limits.maxInFlight) requests wait for their answer already")
        }
        if let handler = request(name) {
            let params = try Params.object(params)
            try checkParams(params, of: name)
            return try handler(call, params)
        }
        if let sources = session.served, let handler = served(name) {
            return try handler(call, Params.object(params), sources)
        }
        let isNotification = notification(name) != nil
        let reason = isNotification ? "\(name) is a notification; send it without an id" : "there is no method \(name)"
        throw RPCError(.methodNotFound, reason, details: [.init("method", .string(name))])
    }

    /// Performs a notification, which is never answered, even if it is invalid.
    ///
    /// A request method that is called as a notification still does its work.
    private static func notify(_ name: String, _ params: JSONValue?, _ call: Call) {
        guard let params = try? Params.object(params), !call.session.isShutDown || name == "exit" else { return }
        if let handler = notification(name) {
            try? handler(call, params)
        } else if let handler = request(name) {
            guard (try? checkParams(params, of: name)) != nil else { return }
            try? handler(call, params)
        } else if let sources = call.session.served, let handler = served(name) {
            try? handler(call, params, sources)
        }
    }
}

extension JSONWriter {
    /// Writes the result of an action or a wait.
    mutating func writeSettled(_ settled: Bool, at revision: Int) {
        beginObject()
        field("revision", revision)
        field("settled", settled)
        endObject()
    }
}
