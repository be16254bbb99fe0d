import FeatureKit
import Testing

@Suite struct LoadableTests {
    @Test func aValueStaysWhileItIsLoadedAgainAndWhenThatFails() {
        var errors = ErrorList()
        var rows = Loadable<[Int]>.idle
        #expect(rows.phase == .idle)
        rows.begin(errors: &errors)
        #expect(rows.phase == .loading)
        rows.fail(Failure("networkError", "no route"), errors: &errors)
        #expect(rows.phase == .failed && errors.all.map(\.display) == [.fullScreen])
        rows.begin(errors: &errors)
        #expect(rows.phase == .loading && errors.all.isEmpty)
        rows.succeed([1], errors: &errors)
        #expect(rows == .loaded([1]) && errors.all.isEmpty)
        rows.begin(errors: &errors)
        #expect(rows.phase == .loaded && rows.activity == .loading && rows.value == [1])
        rows.fail(Failure("networkError", "no route"), errors: &errors)
        rows.fail(Failure("networkError", "no route"), errors: &errors)
        #expect(rows.phase == .loaded && rows.activity == .failed && rows.value == [1])
        #expect(errors.all.map(\.display) == [.alert] && errors.all.map(\.id) == ["e3"])
        rows.change { $0.append(2) }
        #expect(rows.value == [1, 2])
    }
}
