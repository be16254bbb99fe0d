// Writing JSON straight into the output, for the twins that write each answer from data.
#pragma once
#include "session.h"

// True if a comma is due: before every key and element except the first.
static bool needs_comma;

static void put_byte(char byte) { put(&byte, 1); }

static void begin(char bracket) {
    if (needs_comma) put_byte(',');
    put_byte(bracket);
    needs_comma = false;
}

static void end(char bracket) {
    put_byte(bracket);
    needs_comma = true;
}

static void put_raw(const char *bytes, size_t count) {
    if (needs_comma) put_byte(',');
    put(bytes, count);
    needs_comma = true;
}

static void put_string(const char *bytes, size_t count) {
    if (needs_comma) put_byte(',');
    put_byte('"');
    size_t start = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char byte = bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        char escape[8];
        put(bytes + start, i - start);
        put(escape, sprintf(escape, "\\u%04x", byte));
        start = i + 1;
    }
    put(bytes + start, count - start);
    put_byte('"');
    needs_comma = true;
}

static void put_number(long number) {
    char digits[24], *start = digits + sizeof digits;
    do *--start = '0' + number % 10; while (number /= 10);
    put_raw(start, digits + sizeof digits - start);
}

#define KEY(name) (put_raw("\"" name "\":", sizeof name + 2), needs_comma = false)
#define RAW(literal) put_raw(literal, sizeof literal - 1)
#define TEXT(string) put_string(string, strlen(string))
#define FIELD(name, string) (KEY(name), TEXT(string))
#define NUMBER(name, number) (KEY(name), put_number(number))
#define BOOL(name, value) (KEY(name), (value) ? RAW("true") : RAW("false"))

static void end_message(void) {
    put_byte('\n');
    needs_comma = false;
}

/// Writes the answer to an action, after the snapshot of the action.
static void put_result(const char *id, size_t id_count) {
    begin('{');
    FIELD("jsonrpc", "2.0");
    KEY("id"), put_raw(id, id_count);
    KEY("result"), begin('{');
    NUMBER("revision", revision);
    BOOL("settled", true);
    end('}'), end('}'), end_message();
}
