import FHJSON
import FeatureKit

/// Opening the features of routes.
extension Flow {
    /// The number of features that the current stack has in common with these routes, counted from the root.
    func countKept(_ routes: [FlowAction.Route], in state: FlowState) -> Int {
        zip(routes, state.stack.entries).prefix { request, entry in
            request.route == entry.route && openingParams(of: request).value == entry.opened.value
        }.count
    }

    /// The params with which a route's feature is opened.
    func openingParams(of request: FlowAction.Route) -> JSONText {
        let params = request.params.map { JSONText($0.value) } ?? .emptyObject
        return (configuration.routes[request.route]?.params ?? .emptyObject).value.merged(with: params.value)
    }

    func entry(_ opened: Opened) -> FeatureStack.Entry {
        .init(
            key: keys.next("k"), route: opened.route, feature: opened.feature, declared: opened.declared,
            asked: opened.asked)
    }

    /// Creates the features of a stack of routes.
    ///
    /// - Parameter first: the index of the first route for which a feature is created.
    func open(_ routes: [FlowAction.Route], from first: Int = 0) throws(ActionRefusal) -> [Opened] {
        if routes.isEmpty {
            throw .invalidParams([.init(path: "/routes", code: "invalid", message: "holds at least one route")])
        }
        var all: [Opened] = []
        for (index, route) in routes.enumerated().dropFirst(first) {
            all.append(try open(route, at: "/routes/\(index)"))
        }
        return all
    }

    /// Creates the feature of a route.
    ///
    /// - Parameter subject: the subject of the flow, if the route is the root; nil otherwise.
    func open(
        _ request: FlowAction.Route, at path: String, about subject: FlowSubject? = nil
    ) throws(ActionRefusal) -> Opened {
        guard let route = configuration.routes[request.route] else {
            let known = configuration.routes.keys.sorted()
            let advice = LikelyName.advice(for: request.route, among: known, whenEmpty: "None is declared.")
            throw .invalidParams([
                .init(
                    path: "\(path)/route", code: "unknown",
                    message: "there is no route \(LikelyName.shown(request.route)). \(advice)")
            ])
        }
        let params = openingParams(of: request)
        do {
            let feature = try make(route.feature, params, about: subject)
            return Opened(
                route: request.route, feature: feature, declared: route.params,
                asked: request.params.map { JSONText($0.value) } ?? .emptyObject)
        } catch {
            throw error.below("\(path)/params")
        }
    }
}
