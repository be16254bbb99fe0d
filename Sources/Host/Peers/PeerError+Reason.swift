import FHJSON
import FHJSONRPC
import FHRemoteSources
import FeatureKit

extension PeerError {
    /// The message, never empty and of limited length.
    package var reason: String { message.isEmpty ? "the peer did not say why" : PeerText.sentence(message) }
}
