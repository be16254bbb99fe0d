// A plugin with a list of 50 rows at almost no cost: each action makes a snapshot in which only the revision and the
// request are new.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 16], rows[1 << 14], out[1 << 15];
static int revision;

/// Writes a snapshot with a cause.
static int snapshot(char *at, const char *cause) {
    return sprintf(
        at,
        "{\"instance\":\"i\",\"feature\":\"rows\",\"kind\":\"view\",\"revision\":%d,\"cause\":{%s},\"settled\":true,"
        "\"effects\":[],\"unavailable\":{},\"errors\":[],\"presentation\":null,\"queue\":[],\"blocked\":null,"
        "\"toolbar\":[],\"animation\":null,\"state\":{\"items\":[%s]}}",
        revision, cause, rows);
}

static void say(int count) {
    for (int done = 0; done < count;) {
        ssize_t written = write(1, out + done, count - done);
        if (written <= 0) exit(1);
        done += written;
    }
}

int main(void) {
    char *end = rows;
    for (int row = 0; row < 50; row++)
        end += sprintf(
            end, "%s{\"id\":\"%d\",\"value\":{\"id\":\"%d\",\"title\":\"The title of row %d\",\"done\":false},\"pending\":null}",
            row ? "," : "", row, row, row);
    char cause[100];
    while (fgets(line, sizeof line, stdin)) {
        char *place = strstr(line, "\"id\":");
        int id = place ? atoi(place + 5) : 0, count = 0;
        if (strstr(line, "\"exit\"")) return 0;
        if (!place) continue;
        if (strstr(line, "\"feature/send\"")) {
            revision++;
            sprintf(cause, "\"action\":\"go\",\"path\":[],\"origin\":\"client\",\"request\":%d", id);
            count += sprintf(out, "{\"jsonrpc\":\"2.0\",\"method\":\"state/snapshot\",\"params\":");
            count += snapshot(out + count, cause);
            count += sprintf(out + count, "}\n");
        }
        count += sprintf(out + count, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":", id);
        if (strstr(line, "\"initialize\""))
            count += sprintf(
                out + count, "{\"protocolVersion\":\"1\",\"hostInfo\":{\"name\":\"rows\",\"version\":\"1\"},"
                             "\"capabilities\":{\"features\":true}}");
        else if (strstr(line, "\"feature/list\""))
            count += sprintf(out + count, "{\"features\":[]}");
        else if (strstr(line, "\"feature/send\""))
            count += sprintf(out + count, "{\"revision\":%d,\"settled\":true}", revision);
        else if (strstr(line, "\"feature/open\"")) {
            count += sprintf(out + count, "{\"instance\":\"i\",\"revision\":%d,\"snapshot\":", revision);
            count += snapshot(out + count, "\"action\":\"open\",\"path\":[],\"origin\":\"host\"");
            count += sprintf(out + count, "}");
        } else
            count += sprintf(out + count, "null");
        count += sprintf(out + count, "}\n");
        say(count);
    }
}
