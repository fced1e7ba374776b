package io.base62id;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the files of the conformance kit: the JDK has no JSON. Numbers are texts. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        return new Json(text).value();
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            ++at;
        }
        return text.charAt(at);
    }

    private Object value() {
        return switch (next()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        ++at;
        while (next() != '}') {
            String name = string();
            next();
            ++at; // the colon
            members.put(name, value());
            if (next() == ',') {
                ++at;
            }
        }
        ++at;
        return members;
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        ++at;
        while (next() != ']') {
            elements.add(value());
            if (next() == ',') {
                ++at;
            }
        }
        ++at;
        return elements;
    }

    private String string() {
        next();
        StringBuilder read = new StringBuilder();
        for (++at; text.charAt(at) != '"'; ++at) {
            char c = text.charAt(at);
            if (c == '\\') {
                c = escaped();
            }
            read.append(c);
        }
        ++at;
        return read.toString();
    }

    private char escaped() {
        char c = text.charAt(++at);
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            default:
                return c;
        }
    }

    private Object word() {
        int from = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
            ++at;
        }
        String word = text.substring(from, at);
        return word.equals("null") ? null : word.equals("true") || word.equals("false") ? Boolean.valueOf(word) : word;
    }
}
