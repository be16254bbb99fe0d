import FHJSON
import FeatureKit
import Testing

@Suite struct ComputedTests {
    @Test func whatFollowsFromTheStateIsShownAndDescribed() throws {
        let driver = StoreDriver(Basket())
        #expect(driver.state()?["total"]?.intValue == 0)
        try driver.send("add")
        #expect(driver.state()?["total"]?.intValue == 5)
        #expect(driver.state()?["prices"]?.elements.count == 1)
        let schema = FeatureRegistration { Basket() }.description.state.value
        #expect(schema["properties"]?["total"]?["type"]?.stringValue == "integer")
        #expect(schema["properties"]?["child"]?["anyOf"] != nil)
        #expect(schema["required"]?.elements.compactMap(\.stringValue) == ["prices", "total"])
    }

    @Test func childrenStandBesideIt() throws {
        let driver = StoreDriver(Basket())
        #expect(driver.state()?["child"]?.isNull == true)
        try driver.send("open")
        #expect(driver.state()?["child"]?["state"]?["squeaks"]?.intValue == 0)
        #expect(driver.state()?["total"]?.intValue == 0)
    }
}

/// Prices with a computed sum, which is not stored.
private struct Basket: Feature {
    static let id = "basket"
    static let actions = ActionSet<Action>([.add, .open])
    static let computed: [Computed<Self>] = [Computed("total") { $0.prices.reduce(0, +) }]

    struct State: Codable, Equatable {
        var prices: [Int] = []
        var child: Toy.State?
    }
    enum Action: Codable { case add, open, child(Toy.Action) }

    let initialState = State()

    var children: [Child<Self>] { [.ifLet("child", state: \.child, action: Action.child, Toy())] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .add: state.prices.append(5)
        case .open: state.child = Toy.State()
        case .child: break
        }
        return .none
    }
}
