import FHJSON
import FHJSONRPC
import FeatureKit

/// `source/…`: notifications from clients about the sources for which they answer.
extension Method {
    @Sendable static func sourceChanged(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let session = call.session
        session.host.clientSources.noteChange(
            of: try params.string("source"), opID: try params.optionalString("opId"), by: session)
        call.answer { $0.null() }
    }
}
