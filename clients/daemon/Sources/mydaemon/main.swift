import FeatureKit
import HostCommands

HostProcess.main([
    FeatureRegistration { Countdown() }
])
