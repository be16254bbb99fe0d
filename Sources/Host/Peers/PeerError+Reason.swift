import FHJSON
import FHJSONRPC
import FHRemoteSources
import FeatureKit

extension PeerError {
    /// The message of the error.
    ///
    /// It is never empty, and its length is limited.
    package var reason: String { message.isEmpty ? "the peer did not say why" : PeerText.sentence(message) }
}
