import FHFormFeature
import FHJSON
import FeatureKit

/// The features of the gallery, one per file.
///
/// Each demonstrates a part of the kit.
public enum GalleryFeatures {
    /// All features, with precomputed catalog entries.
    ///
    /// A daemon without a workspace sends the entries in its first answer. Entries that are derived at run time would
    /// delay this answer.
    public static let all = declared.map { feature in
        GalleryCatalog.entries[feature.id].map { feature.described(as: $0) } ?? feature
    }

    /// All features, with catalog entries derived from their types.
    public static let declared: [FeatureRegistration] = [
        FeatureRegistration { Counter() },
        FeatureRegistration { TwoCounters() },
        FeatureRegistration { OptionalCounter() },
        FeatureRegistration { BindingForm() },
        FeatureRegistration { Settings() },
        FeatureRegistration { Todo() },
        FeatureRegistration { Todos() },
        served { TaskList(service: $0) },
        FeatureRegistration { Lifetime() },
        served { Status(service: $0) },
        served { Posts(service: $0) },
        served { Profile(service: $0) },
        served { UserList(service: $0) },
        served { OrderDetail(service: $0) },
        served { Card(service: $0) },
        FeatureRegistration { AnimatedCounter() },
        FeatureRegistration { AnimatedList() },
        FeatureRegistration { MatchedGeometry() },
        FeatureRegistration(presentation: ModalFlow.presentation) { ModalFlow() },
        simulated { reader in
            let outcome = reader.outcome("outcome", or: Items.Outcome.loaded)
            return Items(outcome: outcome, delayMs: reader.delay(or: 1_500))
        },
        simulated { reader in
            let outcome = reader.outcome("outcome", or: Reorder.Outcome.saved)
            return Reorder(outcome: outcome, delayMs: reader.delay(or: 1_500))
        },
        simulated { ChangedRows(delayMs: $0.delay(or: 1_500)) },
        simulated { reader in
            let outcome = reader.outcome("outcome", or: ItemSearch.Outcome.found)
            return ItemSearch(outcome: outcome, delayMs: reader.delay(or: 1_500))
        },
        form(SignUp.id, SignUp.title, SignUp.configuration, examples: SignUp.examples),
        form(EditUser.id, EditUser.title, EditUser.configuration, examples: EditUser.examples),
    ]

    /// Registers a form.
    ///
    /// The opening params set the form's initial values and the answers of its service. The examples become fixtures.
    private static func form(
        _ id: String, _ title: String, _ make: @escaping @Sendable (SimulatedAccounts) -> FormConfiguration,
        examples: @escaping @autoclosure @Sendable () -> KeyValuePairs<String, [FormAction]>
    ) -> FeatureRegistration {
        FeatureRegistration(
            id: id, title: title, shownParams: { _ in .emptyObject },
            fixtures: { fixtures(of: Form(make(SimulatedAccounts(outcome: .saved, delayMs: 0))), examples()) },
            params: { params, _ throws(ActionRefusal) in
                var reader = SimulationParams(params)
                let outcome = reader.outcome("outcome", or: SimulatedAccounts.Outcome.saved)
                let accounts = SimulatedAccounts(outcome: outcome, delayMs: reader.delay(or: 1_500))
                try reader.finish(beside: ["values", "id"])
                return try Form(make(accounts), params: params)
            })
    }

    /// The states of a form after the actions of each example.
    ///
    /// Effects never run.
    private static func fixtures(of form: Form, _ examples: KeyValuePairs<String, [FormAction]>) -> [Fixture<Form>] {
        examples.map { name, actions in
            Fixture<Form>(name, form.initialState) { state in
                for action in actions { _ = form.reduce(into: &state, .wire(action)) }
            }
        }
    }

    /// Registers a feature.
    ///
    /// The opening params set the answers of the feature's service.
    private static func served<F: Feature>(
        _ make: @escaping @Sendable (SimulatedService) -> F
    ) -> FeatureRegistration {
        simulated { make(SimulatedService(&$0)) }
    }

    /// Registers a feature.
    ///
    /// The opening params set the answers of the service that the feature simulates.
    private static func simulated<F: Feature>(
        _ make: @escaping @Sendable (inout SimulationParams) -> F
    ) -> FeatureRegistration {
        FeatureRegistration(params: { params, _ throws(ActionRefusal) in
            var reader = SimulationParams(params)
            let feature = make(&reader)
            try reader.finish()
            return feature
        })
    }
}
