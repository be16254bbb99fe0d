// The lower bound: answers the benchmark's sessions only with chunks of text that were prepared in advance.
//
//   copied FILE    where FILE contains the answers to `initialize` and `feature/open`
#include "scan.h"

#define TEXT(literal) put(literal, sizeof literal - 1)

static struct { char text[192]; size_t count; } rows[ROWS];
static int count_shown;
static char active[24];
static size_t active_count;

static void put_number(long number) {
    char digits[24], *start = digits + sizeof digits;
    do *--start = '0' + number % 10; while (number /= 10);
    put(start, digits + sizeof digits - start);
}

static void make_rows(void) {
    for (int i = 1; i <= ROWS; i++) {
        rows[i - 1].count = sprintf(
            rows[i - 1].text,
            "{\"id\":\"%d\",\"value\":{\"id\":\"%d\",\"title\":\"Task number %d\",\"done\":%s,\"priority\":%d},\"version\":\"%s\",\"pending\":null}",
            i, i, i, i % 3 ? "false" : "true", i % 5, versions[i - 1]);
    }
}

static void put_cause(const char *action, size_t count, const char *request, size_t request_count) {
    TEXT(",\"cause\":{\"action\":\"");
    put(action, count);
    TEXT("\",\"path\":[],\"origin\":\"client\",\"request\":");
    put(request, request_count);
    TEXT("},\"settled\":true,\"effects\":[],\"unavailable\":{");
}

#define REST "\"confirmDiscard\":\"notBlocked\",\"keepEditing\":\"notBlocked\"},\"errors\":[],\"presentation\":null,\"queue\":[],\"blocked\":null,\"toolbar\":[],\"animation\":null,\"state\":{"

static void put_list(const char *request, size_t request_count) {
    TEXT("{\"instance\":\"tasks-1\",\"feature\":\"tasks\",\"kind\":\"list\",\"revision\":");
    put_number(revision);
    put_cause("setActive", 9, request, request_count);
    TEXT("\"loadMore\":\"endReached\",\"undo\":\"nothingToUndo\",\"redo\":\"nothingToRedo\",\"selectRange\":\"selectionSingle\",\"selectAll\":\"selectionSingle\"," REST
         "\"title\":\"Tasks\",\"phase\":\"loaded\",\"content\":\"loaded\",\"empty\":null,\"columns\":["
         "{\"key\":\"id\",\"label\":\"Id\",\"type\":\"text\",\"role\":\"none\"},"
         "{\"key\":\"title\",\"label\":\"Title\",\"type\":\"text\",\"role\":\"title\"},"
         "{\"key\":\"done\",\"label\":\"Done\",\"type\":\"toggle\",\"role\":\"toggle\"},"
         "{\"key\":\"priority\",\"label\":\"Priority\",\"type\":\"number\",\"role\":\"detail\"}],"
         "\"loads\":{\"refresh\":{\"status\":\"idle\"},\"append\":{\"status\":\"idle\",\"endReached\":true}},\"items\":[");
    for (int i = 0; i < ROWS; i++) {
        if (i) TEXT(",");
        put(rows[i].text, rows[i].count);
    }
    TEXT("],\"window\":{\"offset\":0,\"limit\":50},\"count\":50,\"totalCount\":50,\"changes\":{\"inserted\":[],\"removed\":[],\"moved\":[],\"changed\":[]},\"filter\":null,\"filters\":[],\"sort\":[],"
         "\"selection\":{\"mode\":\"single\",\"ids\":[],\"all\":false},\"activeId\":\"");
    put(active, active_count);
    TEXT("\",\"isStale\":false,\"problems\":null}}");
}

static void put_counter(const char *request, size_t request_count) {
    TEXT("{\"instance\":\"gallery:counter-1\",\"feature\":\"gallery:counter\",\"kind\":\"view\",\"revision\":");
    put_number(revision);
    put_cause("incrementButtonTapped", 21, request, request_count);
    TEXT(REST "\"count\":");
    put_number(count_shown);
    TEXT(",\"layout\":[{\"key\":\"count\",\"label\":\"Count\",\"type\":\"number\"},"
         "{\"label\":\"−\",\"type\":\"button\",\"action\":\"decrementButtonTapped\"},"
         "{\"label\":\"+\",\"type\":\"button\",\"action\":\"incrementButtonTapped\"}]}}");
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
    revision++;
    TEXT("{\"jsonrpc\":\"2.0\",\"method\":\"state/snapshot\",\"params\":");
    if (action[0] == 's') {  // setActive
        const char *row = SCAN("\",\"params\":{\"id\":\"", '"', &active_count);
        if (active_count > sizeof active) exit(1);
        memcpy(active, row, active_count);
        put_list(id, id_count);
    } else {
        count_shown++;
        put_counter(id, id_count);
    }
    TEXT("}\n{\"jsonrpc\":\"2.0\",\"id\":");
    put(id, id_count);
    TEXT(",\"result\":{\"revision\":");
    put_number(revision);
    TEXT(",\"settled\":true}}\n");
}

int main(int argc, char **argv) {
    load_opening(argc > 1 ? argv[1] : NULL);
    make_rows();
    serve();
}
