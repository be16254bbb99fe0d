// A form of many texts, of which every fifth is visible only if the text before it has a certain value. Each answer is
// written from the data of all fields.
//
//   form FILE COUNT    where FILE contains the answers to `initialize` and `feature/open`
#include "scan.h"
#include "write.h"

static struct field { char path[16], label[16], value[16]; size_t value_count; bool is_visible; } *fields;
static int count;

static void make_fields(void) {
    fields = calloc(count, sizeof *fields);
    for (int i = 0; i < count; i++) {
        sprintf(fields[i].path, "/f%d", i);
        sprintf(fields[i].label, "F%d", i);
        fields[i].is_visible = i % 5 != 4;
    }
}

static void put_field(const struct field *field) {
    TEXT(field->path);
    put_byte(':');
    needs_comma = false;
    begin('{');
    FIELD("type", "text");
    FIELD("label", field->label);
    KEY("hints"), begin('{'), end('}');
    KEY("value"), put_string(field->value, field->value_count);
    BOOL("required", false);
    BOOL("visible", field->is_visible);
    BOOL("enabled", true);
    BOOL("validating", false);
    BOOL("touched", false);
    BOOL("dirty", field->value_count > 0);
    KEY("messages"), begin('['), end(']');
    BOOL("showMessages", false);
    end('}');
}

static void put_form(void) {
    bool is_dirty = false;
    begin('{');
    FIELD("title", "form");
    KEY("sections"), begin('['), begin('{'), KEY("fields"), begin('[');
    for (int i = 0; i < count; i++) TEXT(fields[i].path);
    end(']'), end('}'), end(']');
    KEY("fields"), begin('{');
    for (int i = 0; i < count; i++) {
        put_field(&fields[i]);
        is_dirty |= fields[i].value_count > 0;
    }
    end('}');
    KEY("formMessages"), begin('['), end(']');
    BOOL("isDirty", is_dirty);
    RAW("\"isValid\":true,\"isValidating\":false");
    FIELD("status", "editing");
    NUMBER("submitCount", 0);
    RAW("\"result\":null,\"focus\":{\"path\":null,\"seq\":0},\"step\":null,\"hasDraft\":false");
    end('}');
}

static void put_snapshot(const char *request, size_t request_count) {
    begin('{');
    FIELD("instance", "form-1");
    FIELD("feature", "form");
    FIELD("kind", "form");
    NUMBER("revision", revision);
    KEY("cause"), begin('{');
    FIELD("action", "setValue");
    RAW("\"path\":[]");
    FIELD("origin", "client");
    KEY("request"), put_raw(request, request_count);
    end('}');
    BOOL("settled", true);
    RAW("\"effects\":[]");
    RAW("\"unavailable\":{\"cancelSubmit\":\"notSubmitting\",\"keepMine\":\"noConflict\",\"takeTheirs\":\"noConflict\",\"nextStep\":\"noSteps\",\"previousStep\":\"noSteps\","
        "\"restoreDraft\":\"noDraft\",\"discardDraft\":\"noDraft\","
        "\"confirmDiscard\":\"notBlocked\",\"keepEditing\":\"notBlocked\"}");
    RAW("\"errors\":[],\"presentation\":null,\"queue\":[],\"blocked\":null,\"toolbar\":[],\"animation\":null");
    KEY("state"), put_form();
    end('}');
}

static void handle(const char *line, size_t length) {
    const char *at = line, *line_end = line + length;
    size_t id_count, method_count, name_count, path_count, value_count;
    const char *id = SCAN("{\"jsonrpc\":\"2.0\",\"id\":", ',', &id_count);
    const char *method = SCAN(",\"method\":\"", '"', &method_count);
    if (method_count != 12 || memcmp(method, "feature/send", 12)) {
        put_opening(method_count == 10);
        return;
    }
    SCAN("\",\"params\":{\"instance\":\"", '"', &name_count);
    const char *path = SCAN("\",\"action\":\"setValue\",\"params\":{\"path\":\"", '"', &path_count);
    const char *value = SCAN("\",\"value\":\"", '"', &value_count);
    int index = atoi(path + 2);
    struct field *field = &fields[index];
    if (index < 0 || index >= count || value_count >= sizeof field->value) exit(1);
    memcpy(field->value, value, field->value_count = value_count);
    // The condition of the next field.
    if (index % 5 == 3) field[1].is_visible = value_count == 1 && *value == 'x';
    revision++;
    begin('{');
    FIELD("jsonrpc", "2.0");
    FIELD("method", "state/snapshot");
    KEY("params"), put_snapshot(id, id_count);
    end('}'), end_message();
    put_result(id, id_count);
}

int main(int argc, char **argv) {
    load_opening(argc > 1 ? argv[1] : NULL);
    count = argc > 2 ? atoi(argv[2]) : 0;
    make_fields();
    serve();
}
