import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// The methods that a client can call, by name.
///
/// Each method is a function that answers its call immediately or later.
///
/// `MethodTable.swift` lists these methods. The methods for the sources that a plugin serves are in
/// `Method+Serving.swift`.
enum Method {
    typealias Handler = @Sendable (Call, JSONValue) throws(RPCError) -> Void

    /// Calls a method.
    ///
    /// An error that the method throws is the answer.
    static func perform(_ name: String, _ params: JSONValue?, _ call: Call) throws(RPCError) {
        let session = call.session
        if session.hasEnded { return }
        guard let id = call.id else { return notify(name, params, call) }
        defer { session.handshake.noteRequest() }
        if session.handshake.isShutDown {
            throw RPCError(.invalidRequest, "after shutdown only the notification exit is expected")
        }
        if session.pending[id] != nil {
            throw RPCError(.invalidRequest, "a request with this id is still being answered; use another id")
        }
        if session.pending.count >= session.host.limits.maxInFlight {
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

    /// Performs a notification.
    ///
    /// A notification is never answered, even if it is invalid.
    ///
    /// If a request method is called as a notification, the method is still performed.
    private static func notify(_ name: String, _ params: JSONValue?, _ call: Call) {
        guard let params = try? Params.object(params), !call.session.handshake.isShutDown || name == "exit" else {
            return
        }
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

extension Method {
    /// Rejects params that the method of a request does not define.
    static func checkParams(_ params: JSONValue, of name: String) throws(RPCError) {
        guard params.count > 0, let known = Self.params(of: name) else { return }
        for (member, _) in params.members where !known.contains(member) {
            throw RPCError(unknownParam: member, of: name, known: known)
        }
    }
}

extension RPCError {
    /// Creates the error for a param that a method doesn't have.
    init(unknownParam name: String, of method: String, known: [String]) {
        let advice = LikelyName.advice(for: name, among: known, whenEmpty: "It has no params.")
        self.init(
            .invalidParams, "\(method) has no param \(LikelyName.shown(name)). \(advice)",
            details: [.init("param", .string(name)), .init("known", JSONText.build { $0.value(known) })])
    }

    /// Creates the error for a feature that exists neither in the host nor in a plugin.
    init(unknownFeature id: String, in host: Host) {
        let known = host.catalog.features.map(\.id) + host.plugins.featureNames
        let advice = LikelyName.advice(for: id, among: known, whenEmpty: "The catalog is empty.")
        self.init(.unknownFeature, "there is no feature \(LikelyName.shown(id)). \(advice)")
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
