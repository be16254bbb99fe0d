// A C program for exactly the sessions of the benchmark: rows and screens are data, and each answer is written from
// them. It has no tree and no general parser. Strings are searched for characters to escape, because a host can't know
// their origin.
//
//   direct FILE    where FILE contains the answers to `initialize` and `feature/open`
#include "scan.h"
#include "write.h"

static int count_shown;
static char active[24];
static size_t active_count;

static struct row { char id[12], title[40]; bool is_done; int priority; } rows[ROWS];

static const char *const columns[][4] = {
    {"id", "Id", "text", "none"},
    {"title", "Title", "text", "title"},
    {"done", "Done", "toggle", "toggle"},
    {"priority", "Priority", "number", "detail"},
};
static const char *const buttons[][2] = {{"−", "decrementButtonTapped"}, {"+", "incrementButtonTapped"}};
static const char *const refused[][2] = {
    {"loadMore", "endReached"}, {"undo", "nothingToUndo"}, {"redo", "nothingToRedo"},
    {"selectRange", "selectionSingle"}, {"selectAll", "selectionSingle"}};

static void make_rows(void) {
    for (int i = 1; i <= ROWS; i++) {
        struct row *row = &rows[i - 1];
        sprintf(row->id, "%d", i);
        sprintf(row->title, "Task number %d", i);
        row->is_done = i % 3 == 0;
        row->priority = i % 5;
    }
}

static void put_list(void) {
    begin('{');
    FIELD("title", "Tasks");
    FIELD("phase", "loaded");
    FIELD("content", "loaded");
    RAW("\"empty\":null");
    KEY("columns"), begin('[');
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        begin('{');
        FIELD("key", columns[i][0]);
        FIELD("label", columns[i][1]);
        FIELD("type", columns[i][2]);
        FIELD("role", columns[i][3]);
        end('}');
    }
    end(']');
    KEY("loads"), begin('{');
    KEY("refresh"), begin('{'), FIELD("status", "idle"), end('}');
    KEY("append"), begin('{'), FIELD("status", "idle"), BOOL("endReached", true), end('}');
    end('}');
    KEY("items"), begin('[');
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        begin('{');
        FIELD("id", row->id);
        KEY("value"), begin('{');
        FIELD("id", row->id);
        FIELD("title", row->title);
        BOOL("done", row->is_done);
        NUMBER("priority", row->priority);
        end('}');
        FIELD("version", versions[row - rows]);
        RAW("\"pending\":null");
        end('}');
    }
    end(']');
    KEY("window"), begin('{'), NUMBER("offset", 0), NUMBER("limit", ROWS), end('}');
    NUMBER("count", ROWS);
    NUMBER("totalCount", ROWS);
    RAW("\"changes\":{\"inserted\":[],\"removed\":[],\"moved\":[],\"changed\":[]}");
    RAW("\"filter\":null,\"filters\":[],\"sort\":[]");
    KEY("selection"), begin('{'), FIELD("mode", "single"), RAW("\"ids\":[]"), BOOL("all", false), end('}');
    KEY("activeId"), put_string(active, active_count);
    BOOL("isStale", false);
    RAW("\"problems\":null");
    end('}');
}

static void put_counter(void) {
    begin('{');
    NUMBER("count", count_shown);
    KEY("layout"), begin('[');
    begin('{'), FIELD("key", "count"), FIELD("label", "Count"), FIELD("type", "number"), end('}');
    for (int i = 0; i < 2; i++) {
        begin('{'), FIELD("label", buttons[i][0]), FIELD("type", "button"), FIELD("action", buttons[i][1]), end('}');
    }
    end(']');
    end('}');
}

static void put_snapshot(bool is_list, const char *action, size_t action_count, const char *request, size_t request_count) {
    begin('{');
    FIELD("instance", is_list ? "tasks-1" : "gallery:counter-1");
    FIELD("feature", is_list ? "tasks" : "gallery:counter");
    FIELD("kind", is_list ? "list" : "view");
    NUMBER("revision", revision);
    KEY("cause"), begin('{');
    KEY("action"), put_string(action, action_count);
    RAW("\"path\":[]");
    FIELD("origin", "client");
    KEY("request"), put_raw(request, request_count);
    end('}');
    BOOL("settled", true);
    RAW("\"effects\":[]");
    KEY("unavailable"), begin('{');
    for (size_t i = 0; i < sizeof refused / sizeof *refused && is_list; i++) {
        TEXT(refused[i][0]);
        put_byte(':');
        needs_comma = false;
        TEXT(refused[i][1]);
    }
    RAW("\"confirmDiscard\":\"notBlocked\",\"keepEditing\":\"notBlocked\"");
    end('}');
    RAW("\"errors\":[],\"presentation\":null,\"queue\":[],\"blocked\":null,\"toolbar\":[],\"animation\":null");
    KEY("state");
    is_list ? put_list() : put_counter();
    end('}');
}

static void handle(const char *line, size_t length) {
    const char *at = line, *line_end = line + length;
    size_t id_count, method_count, name_count, action_count;
    const char *id = SCAN("{\"jsonrpc\":\"2.0\",\"id\":", ',', &id_count);
    const char *method = SCAN(",\"method\":\"", '"', &method_count);
    if (method_count != 12 || memcmp(method, "feature/send", 12)) {
        put_opening(method_count == 10);
        return;
    }
    SCAN("\",\"params\":{\"instance\":\"", '"', &name_count);
    const char *action = SCAN("\",\"action\":\"", '"', &action_count);
    bool is_list = action[0] == 's';  // setActive
    revision++;
    if (is_list) {
        const char *row = SCAN("\",\"params\":{\"id\":\"", '"', &active_count);
        if (active_count > sizeof active) exit(1);
        memcpy(active, row, active_count);
    } else {
        count_shown++;
    }
    begin('{');
    FIELD("jsonrpc", "2.0");
    FIELD("method", "state/snapshot");
    KEY("params"), put_snapshot(is_list, action, action_count, id, id_count);
    end('}'), end_message();
    put_result(id, id_count);
}

int main(int argc, char **argv) {
    load_opening(argc > 1 ? argv[1] : NULL);
    make_rows();
    serve();
}
