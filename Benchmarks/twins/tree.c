// The same sessions as `direct`, with a parsed tree for each request and a tree built and printed for each answer.
//
//   tree FILE    where FILE contains the answers to `initialize` and `feature/open`
#include "session.h"

#include <jansson.h>

static int count_shown;
static char active[24];

static void send_message(json_t *message) {
    static char text[1 << 16];
    size_t count = json_dumpb(message, text, sizeof text, JSON_COMPACT);
    put(text, count);
    put("\n", 1);
    json_decref(message);
}

static json_t *column(const char *key, const char *label, const char *type, const char *role) {
    return json_pack("{ssssssss}", "key", key, "label", label, "type", type, "role", role);
}

static json_t *row(int number) {
    char id[12], title[40];
    sprintf(id, "%d", number);
    sprintf(title, "Task number %d", number);
    json_t *value = json_object();
    json_object_set_new_nocheck(value, "id", json_string_nocheck(id));
    json_object_set_new_nocheck(value, "title", json_string_nocheck(title));
    json_object_set_new_nocheck(value, "done", json_boolean(number % 3 == 0));
    json_object_set_new_nocheck(value, "priority", json_integer(number % 5));
    json_t *item = json_object();
    json_object_set_new_nocheck(item, "id", json_string_nocheck(id));
    json_object_set_new_nocheck(item, "value", value);
    json_object_set_new_nocheck(item, "version", json_string_nocheck(versions[number - 1]));
    json_object_set_new_nocheck(item, "pending", json_null());
    return item;
}

static json_t *list_state(void) {
    json_t *items = json_array();
    for (int i = 1; i <= ROWS; i++) json_array_append_new(items, row(i));
    return json_pack(
        "{ss ss ss sn s[oooo] s{s{ss} s{ss sb}} so s{si si} si si s{s[] s[] s[] s[]} sn s[] s[] s{ss s[] sb} ss sb sn}",
        "title", "Tasks", "phase", "loaded", "content", "loaded", "empty",
        "columns", column("id", "Id", "text", "none"), column("title", "Title", "text", "title"),
        column("done", "Done", "toggle", "toggle"), column("priority", "Priority", "number", "detail"),
        "loads", "refresh", "status", "idle", "append", "status", "idle", "endReached", true,
        "items", items, "window", "offset", 0, "limit", ROWS, "count", ROWS, "totalCount", ROWS,
        "changes", "inserted", "removed", "moved", "changed", "filter", "filters", "sort",
        "selection", "mode", "single", "ids", "all", false, "activeId", active, "isStale", false, "problems");
}

static json_t *counter_state(void) {
    return json_pack(
        "{si s[{ssssss}{ssssss}{ssssss}]}", "count", count_shown, "layout", "key", "count", "label", "Count",
        "type", "number", "label", "−", "type", "button", "action", "decrementButtonTapped", "label", "+", "type",
        "button", "action", "incrementButtonTapped");
}

static json_t *snapshot(bool is_list, const char *action, json_t *request) {
    json_t *cause = json_pack(
        "{ss s[] ss sO}", "action", action, "path", "origin", "client", "request", request);
    json_t *refused = is_list ? json_pack(
        "{ssssssssssssss}", "loadMore", "endReached", "undo", "nothingToUndo", "redo", "nothingToRedo",
        "selectRange", "selectionSingle", "selectAll", "selectionSingle", "confirmDiscard", "notBlocked",
        "keepEditing", "notBlocked")
                              : json_pack("{ssss}", "confirmDiscard", "notBlocked", "keepEditing", "notBlocked");
    return json_pack(
        "{ss ss ss si so sb s[] so s[] sn s[] sn s[] sn so}", "instance", is_list ? "tasks-1" : "gallery:counter-1",
        "feature", is_list ? "tasks" : "gallery:counter", "kind", is_list ? "list" : "view", "revision", revision,
        "cause", cause, "settled", true, "effects", "unavailable", refused, "errors", "presentation", "queue", "blocked",
        "toolbar", "animation", "state", is_list ? list_state() : counter_state());
}

static void handle(const char *line, size_t length) {
    json_t *message = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (!method) exit(1);
    if (strcmp(method, "feature/send")) {
        put_opening(!strcmp(method, "initialize"));
        json_decref(message);
        return;
    }
    const char *action = json_string_value(json_object_get(params, "action"));
    bool is_list = !strcmp(action, "setActive");
    revision++;
    if (is_list) {
        const char *row = json_string_value(json_object_get(json_object_get(params, "params"), "id"));
        snprintf(active, sizeof active, "%s", row);
    } else {
        count_shown++;
    }
    send_message(json_pack(
        "{ss ss so}", "jsonrpc", "2.0", "method", "state/snapshot", "params", snapshot(is_list, action, id)));
    send_message(json_pack(
        "{ss sO s{si sb}}", "jsonrpc", "2.0", "id", id, "result", "revision", revision, "settled", true));
    json_decref(message);
}

int main(int argc, char **argv) {
    load_opening(argc > 1 ? argv[1] : NULL);
    serve();
}
