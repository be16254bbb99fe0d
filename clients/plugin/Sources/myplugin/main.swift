import FeatureKit
import FeaturePlugin
import Glibc

exit(
    PluginProcess.run(
        name: "countdown", version: "1.0",
        features: [
            FeatureRegistration { Countdown() }
        ]))
