import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct SettingsTests {
    @Test func turningNotificationsOnAsks() async throws {
        let store = TestStore(Settings(), fail: report)
        try store.set("notificationsEnabled", to: true) { $0.notificationsEnabled = true }
        await store.receive(.toggleNotifications) { $0.permission = .asking }
        store.advance(by: 500)
        await store.receive(.permissionAnswered(isGranted: true)) { $0.permission = .granted }
        try store.set("notificationsEnabled", to: false) { $0.notificationsEnabled = false }
        await store.receive(.toggleNotifications)
        try store.set("notificationsEnabled", to: true) { $0.notificationsEnabled = true }
        await store.receive(.toggleNotifications)
        await store.finish()
    }

    @Test func aDenialTurnsThemOff() async throws {
        let store = TestStore(Settings(isGranted: false), timers: .immediate, fail: report)
        try store.set("notificationsEnabled", to: true) { $0.notificationsEnabled = true }
        await store.receive(.toggleNotifications) { $0.permission = .asking }
        await store.receive(.permissionAnswered(isGranted: false)) {
            $0.permission = .denied
            $0.notificationsEnabled = false
        }
        await store.finish()
    }

    @Test func turningThemOffWithdrawsTheQuestion() async throws {
        let store = TestStore(Settings(), fail: report)
        try store.set("notificationsEnabled", to: true) { $0.notificationsEnabled = true }
        await store.receive(.toggleNotifications) { $0.permission = .asking }
        try store.set("notificationsEnabled", to: false) { $0.notificationsEnabled = false }
        await store.receive(.toggleNotifications) { $0.permission = .unknown }
        await store.finish()
    }

    @Test func changesOfTheCountAreCounted() async throws {
        let store = TestStore(Settings(), fail: report)
        try store.set("count", to: 7) { $0.count = 7 }
        await store.receive(.stepperChanged) { $0.changes = 1 }
        await store.finish()
    }
}
