/// The workspace of the hosts: features of all kinds, with sheets, questions and rows that are hard to draw.
enum FuzzWorkspace {
    /// The workspace file.
    static let text = #"""
        {
          "sources": {
            "tasks": {"type": "file", "path": "tasks.jsonl"},
            "notes": {"type": "file", "path": "notes.jsonl"},
            "drafts": {"type": "file", "path": "drafts.jsonl"},
            "places": {
              "type": "inline",
              "rows": [
                {"id": "bgo", "name": "Bergen", "land": "Norway"},
                {"id": "cph", "name": "København", "land": "Denmark"},
                {"id": "tyo", "name": "東京", "land": "日本"},
                {"id": "osl", "name": "Oslo \u001b[31m\n\u202e", "land": ""}
              ]
            }
          },
          "features": {
            "app": {
              "kind": "flow",
              "title": "Today",
              "root": "tasks",
              "routes": {"find": {"feature": "find"}, "agenda": {"feature": "agenda"}},
              "toolbar": [
                {"action": "push", "params": {"route": "find"}, "title": "Find"},
                {"action": "push", "params": {"route": "agenda"}, "title": "Agenda"}
              ]
            },
            "tasks": {
              "kind": "list",
              "title": "Tasks",
              "source": "tasks",
              "selection": "multiple",
              "columns": [
                {"key": "done", "label": "Done", "role": "toggle"},
                {"key": "title", "label": "Task", "role": "title"},
                {"key": "due", "label": "Due", "type": "date", "role": "detail"},
                {"key": "hours", "label": "Hours", "type": "number", "role": "detail"},
                {"key": "priority", "label": "Priority", "role": "badge"}
              ],
              "filters": [
                {"id": "open", "title": "Open", "where": {"not": {"key": "done", "equals": true}}},
                {"id": "high", "title": "High priority", "where": {"key": "priority", "equals": "high"}}
              ],
              "toolbar": [
                {"action": "present", "params": {"modal": "add"}, "title": "Add", "role": "primary"},
                {"action": "present", "params": {"modal": "delete"}, "title": "Delete", "role": "destructive"},
                {"action": "present", "params": {"modal": "plan"}, "title": "Plan"},
                {"action": "present", "params": {"modal": "look"}, "title": "Look up"}
              ],
              "outputs": {"openItem": {"action": "present", "params": {"modal": "edit"}}},
              "modals": {
                "add": {"style": "sheet", "title": "New task", "feature": "task", "onOutput": "insertItem"},
                "plan": {"style": "fullScreen", "feature": "plan", "onOutput": "insertItem"},
                "look": {"style": "popover", "feature": "find"},
                "edit": {
                  "style": "sheet",
                  "title": "Edit task",
                  "feature": "task",
                  "target": "activeItem",
                  "onOutput": "updateItem"
                },
                "delete": {
                  "style": "confirmation",
                  "title": {"one": "Delete {title}?", "other": "Delete {count} tasks?"},
                  "target": "selection",
                  "buttons": [
                    {"id": "delete", "title": "Delete", "role": "destructive", "action": "deleteItems"},
                    {"id": "keep", "title": "Keep it", "role": "cancel"}
                  ]
                }
              }
            },
            "agenda": {
              "kind": "list",
              "title": "Agenda",
              "source": "tasks",
              "columns": [{"key": "title", "label": "Task", "role": "title"}, {"key": "due", "role": "detail"}],
              "sort": [{"key": "due"}],
              "groupBy": "priority"
            },
            "task": {
              "kind": "form",
              "title": "Task",
              "sections": [
                {
                  "header": "What",
                  "fields": [
                    {"name": "title", "type": "text", "required": true, "trim": true, "maxLength": 40},
                    {"name": "due", "type": "date", "hints": {"help": "As in 2026-12-24."}},
                    {"name": "priority", "type": "picker", "options": ["low", "normal", "high"], "default": "normal"},
                    {"name": "done", "type": "toggle"},
                    {"name": "hours", "type": "stepper", "minimum": 1, "maximum": 14}
                  ]
                },
                {
                  "header": "More",
                  "footer": "The code is kept nowhere.",
                  "fields": [
                    {"name": "tags", "type": "multiPicker", "options": ["a", "b", "宿題"], "maxItems": 2},
                    {"name": "share", "type": "slider", "minimum": 0, "maximum": 1},
                    {"name": "cost", "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
                    {"name": "note", "type": "multiline", "maxLength": 200},
                    {"name": "code", "type": "secure", "minLength": 4},
                    {"name": "place", "type": "picker", "options": {"source": "places", "title": "name"}}
                  ]
                }
              ]
            },
            "order": {
              "kind": "form",
              "title": "Order",
              "submit": {"source": "notes", "call": "insert"},
              "draft": {"source": "drafts"},
              "onSuccess": "reset",
              "steps": [
                {
                  "id": "who",
                  "title": "Who",
                  "sections": [
                    {
                      "fields": [
                        {"name": "name", "type": "text", "required": true},
                        {
                          "name": "address",
                          "type": "group",
                          "fields": [
                            {"name": "street", "type": "text"},
                            {"name": "code", "type": "text", "pattern": "^[0-9]{4}$"}
                          ]
                        }
                      ]
                    }
                  ]
                },
                {
                  "id": "what",
                  "title": "What",
                  "sections": [
                    {
                      "fields": [
                        {
                          "name": "lines",
                          "type": "repeated",
                          "required": true,
                          "fields": [
                            {"name": "product", "type": "text", "required": true},
                            {"name": "isGift", "type": "toggle"},
                            {"name": "words", "type": "text", "visibleWhen": {"field": "isGift", "equals": true}}
                          ]
                        }
                      ]
                    }
                  ]
                }
              ]
            },
            "plan": {
              "kind": "flow",
              "title": "Plan",
              "steps": [
                {"id": "what", "feature": "planWhat"},
                {"id": "when", "feature": "planWhen", "canSkip": true},
                {"id": "where", "feature": "places", "canSkip": true}
              ],
              "summary": true,
              "output": "merged",
              "draft": {"source": "drafts"}
            },
            "planWhat": {
              "kind": "form",
              "title": "What is to be done?",
              "sections": [{"fields": [{"name": "title", "type": "text", "required": true}]}]
            },
            "planWhen": {
              "kind": "form",
              "title": "When is it due?",
              "sections": [{"fields": [{"name": "due", "type": "date", "required": true}]}]
            },
            "places": {
              "kind": "list",
              "title": "Places",
              "source": "places",
              "columns": [{"key": "name", "role": "title"}, {"key": "land", "role": "subtitle"}]
            },
            "find": {
              "kind": "search",
              "title": "Find",
              "source": "tasks",
              "keys": ["title", "priority"],
              "prompt": "Part of a title",
              "debounceMs": 50,
              "selection": "multiple",
              "columns": [
                {"key": "title", "label": "Task", "role": "title"},
                {"key": "due", "label": "Due", "type": "date", "role": "detail"}
              ],
              "filters": [{"id": "open", "title": "Open", "where": {"not": {"key": "done", "equals": true}}}],
              "actions": [{"id": "show", "title": "Show"}, {"id": "note", "title": "Note"}],
              "outputs": {"show": {"action": "present", "params": {"modal": "task"}}},
              "modals": {"task": {"style": "sheet", "title": "A task", "feature": "task"}}
            }
          }
        }
        """#

    /// The rows of the file `tasks.jsonl`.
    static let rows = #"""
        {"id":"1","title":"Water the plants","due":"2026-11-23","priority":"normal","done":false,"hours":1}
        {"id":"2","title":"Send the invoice","due":"2026-11-24","priority":"high","done":false}
        {"id":"3","title":"Book a table for six","due":"2026-11-27","priority":"low","done":true,"hours":2.5}
        {"id":"4","title":"宿題をする 한국어 ｗｉｄｅ","due":"soon","priority":"high","done":"no"}
        {"id":"5","title":"e\u0301tude \u001b[31mred\u001b]0;x\u0007 \u202etxen \t tab","due":null,"priority":""}
        {"id":"6","title":"👨‍👩‍👧‍👦 🇩🇪 1️⃣ ❤️ 👍🏽","priority":"normal","hours":1e300}
        {"id":"7","title":"","due":"2026-12-24","priority":"a very long priority that fits into no column at all"}
        {"id":"8","title":"one\ntwo\nthree\r\nfour","note":"a note\nwith lines\n","priority":"low"}
        {"id":"9","title":{"not":["a","text"]},"due":17,"priority":"low","done":true}
        not a row
        {"id":"10","title":"The last row but many","due":"2026-12-31","priority":"normal","done":false,"hours":-3}

        """#
}
