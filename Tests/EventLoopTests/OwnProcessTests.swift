import Foundation
import Testing

@testable import FHEventLoop

struct OwnProcessTests {
    @Test func variablesAreThoseOfTheEnvironment() {
        let right = ProcessInfo.processInfo.environment
        #expect(right["PATH"] != nil && OwnProcess.environment == right)
        for (name, value) in right { #expect(OwnProcess.variable(name) == value) }
        #expect(OwnProcess.variable("FEATUREHOST_NONE") == nil)
    }
}
