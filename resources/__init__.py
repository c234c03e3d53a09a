"""What the program reads through importlib.resources, as the package meshnet_gui.resources; and which files those are.

The self-test looks whether each of them came along. A new file is added here.
"""

_ICONS = """
alert app check chevron-down chevron-left chevron-right chevron-up clip close code copy disk down
edit folder get info lock mesh more palette pause pin play plus probe retry search send sidebar
sliders stop tick-dark tick-light trash tray-failed tray-loading tray-offline tray-paused tray-ready
"""
FILES = (
    "catalogue.json",
    "certified.json",
    "quality.json",
    "quality_text.txt",
    "quality_text_held_out.txt",
    "release.json",
    "style.qss",
    "i18n/meshnet_de.qm",
    "i18n/meshnet_zh_CN.qm",
    "i18n/sentences.json",
    *(f"icons/{name}.svg" for name in _ICONS.split()),
)
OF_BUNDLES = ("notices.txt", "starter/SmolLM2-135M-Instruct.Q4_1.gguf")
"""What only a bundle has: the licences of everything inside, and the starter model."""
