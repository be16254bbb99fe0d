import FeatureKit
import FormFeature
import JSON

/// The features that show what the kit can do, one file each.
public enum GalleryFeatures {
    /// All of them, as they stand in a catalog.
    ///
    /// A daemon without a workspace tells of them in its first answer, so what it tells is written down.
    public static let all = declared.map { feature in
        GalleryCatalog.entries[feature.id].map { feature.described(as: $0) } ?? feature
    }

    /// All of them, with what a catalog says of them left to be derived.
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
        form(SignUp.id, SignUp.configuration, examples: SignUp.examples),
        form(EditUser.id, EditUser.configuration, examples: EditUser.examples),
    ]

    /// A form whose params say how its service answers, and what it begins with; the examples say what was done in it.
    private static func form(
        _ id: String, _ make: @escaping @Sendable (SimulatedAccounts) -> FormConfiguration,
        examples: KeyValuePairs<String, [FormAction]>
    ) -> FeatureRegistration {
        let sample = make(SimulatedAccounts(outcome: .saved, delayMs: 0))
        return FeatureRegistration(
            id: id, title: sample.title, shownParams: { _ in .emptyObject },
            fixtures: { fixtures(of: Form(sample), examples) },
            params: { params, _ throws(ActionRefusal) in
                var reader = SimulationParams(params)
                let outcome = reader.outcome("outcome", or: SimulatedAccounts.Outcome.saved)
                let accounts = SimulatedAccounts(outcome: outcome, delayMs: reader.delay(or: 1_500))
                try reader.finish(beside: ["values", "id"])
                return try Form(make(accounts), params: params)
            })
    }

    /// What a form shows after these actions, whose effects never run.
    private static func fixtures(of form: Form, _ examples: KeyValuePairs<String, [FormAction]>) -> [Fixture<Form>] {
        examples.map { name, actions in
            Fixture<Form>(name, form.initialState) { state in
                for action in actions { _ = form.reduce(into: &state, .wire(action)) }
            }
        }
    }

    /// A feature whose params say how its service answers.
    private static func served<F: Feature>(
        _ make: @escaping @Sendable (SimulatedService) -> F
    ) -> FeatureRegistration {
        simulated { make(SimulatedService(&$0)) }
    }

    /// A feature whose params say how what it asks is answered.
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
