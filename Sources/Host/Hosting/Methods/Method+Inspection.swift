import FHJSON
import FHJSONRPC
import FeatureKit
import OrderedCollections

/// `host/…`: the inner state of the host, for developers of features and clients.
extension Method {
    @Sendable static func hostPlugins(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let plugins = call.session.host.plugins
        call.answer { json in
            json.beginObject()
            json.key("plugins")
            plugins.write(to: &json)
            json.endObject()
        }
    }

    @Sendable static func hostInspect(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let host = call.session.host
        let isOfOne = try params.optionalString("instance") != nil
        let instances = isOfOne ? [try instance(params, call)] : Array(host.instances.values)
        host.instances.keepCauses()
        call.answer { json in
            json.beginObject()
            json.key("instances")
            json.beginArray()
            for instance in instances {
                json.beginObject()
                json.field("instance", instance.name)
                json.field("feature", instance.opening.feature)
                json.field("subscribers", instance.subscriptions.count)
                instance.store.writeInspection(to: &json, viewer: call.session.number)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }
}
