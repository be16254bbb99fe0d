import FHGallery
import FHHosting
import FeaturePlugin
import Glibc

// The gallery as a plugin, for the transcripts of the protocol; `--clock virtual` works as with the host.
var plugin = PluginDefinition(name: "gallery-plugin", version: "1.0", features: GalleryFeatures.all)
plugin.options.isClockVirtual = CommandLine.arguments.dropFirst().contains("virtual")
exit(PluginProcess.run(plugin))
