"""Command lines, and the result of one tab in every shell."""

from __future__ import annotations

WORKSPACE = "my demo.json"
_CALL = "featurehost call -w my\\ demo.json "
_UI = "featurehost ui -w my\\ demo.json "
_GALLERY = "featurehost call gallery:"

# Each entry has the text before, the text typed after it, and the completion of the typed text.
LINES = [
    ("featurehost ", "ser", "serve "),
    ("featurehost call ", "--inst", "--instance "),
    ("featurehost serve --clock ", "v", "virtual "),
    ("featurehost serve ", "--clock=v", "--clock=virtual "),
    ("featurehost connect --socket s --spawn -- ", "--end", "--end-when-unused "),
    ("featurehost ", "pag", "pager "),
    ("featurehost filter ", "--preview-w", "--preview-window "),
    ("featurehost table --border ", "dou", "double "),
    ("featurehost form -w my\\ demo.json ", "--feature sig", "--feature signUp "),
    ("featurehost check ", "my", "my\\ demo.json "),
    ("featurehost call -w ", "my", "my\\ demo.json "),
    ("featurehost call ", "gallery:twoC", "gallery:twoCounters "),
    (_GALLERY, "twoCounters counter2/inc", "twoCounters counter2/incrementButtonTapped "),
    (_GALLERY, "twoCounters counter2", "twoCounters counter2/"),
    (_GALLERY, "bindingForm setToggleIsOn ", "bindingForm setToggleIsOn value="),
    (_GALLERY, "bindingForm setToggleIsOn value=t", "bindingForm setToggleIsOn value=true "),
    (_CALL, "agen", "agenda "),
    ("featurehost call -w 'my demo.json' ", "agen", "agenda "),
    ("featurehost call -w ~/my\\ demo.json ", "agen", "agenda "),
    ("cd /tmp/..; cd ~; featurehost call --workspace=my\\ demo.json ", "agen", "agenda "),
    (_CALL, "tasks moveActive ", "tasks moveActive by="),
    (_CALL, "tasks deleteItems id", "tasks deleteItems ids="),
    (_CALL, "tasks present modal=a policy=r", "tasks present modal=a policy=replace "),
    (_CALL, "task setValue path=/pri", "task setValue path=/priority "),
    (_CALL, "task setValue path=/priority value=n", "task setValue path=/priority value=normal "),
    (_CALL, "task setValue path=/done v", "task setValue path=/done value:="),
    (_CALL, "task values.ti", "task values.title="),
    (_CALL, "--run task --get /pr", "--run task --get /priority "),
    (_UI, "agen", "agenda "),
    (_UI, "--run agen", "--run agenda "),
    (_UI, "task values.ti", "task values.title="),
    (_UI, "--play session.json --si", "--play session.json --size "),
    (_UI, "--play session.json --svg out --theme l", "--play session.json --svg out --theme light "),
    ("featurehost-dialog ", "conf", "confirm "),
    ("featurehost-dialog form -w my\\ demo.json ", "--feature sig", "--feature signUp "),
]
