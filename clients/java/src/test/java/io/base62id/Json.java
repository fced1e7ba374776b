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

    /** The next character that is no blank; it is still to be read. */
    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) {
            ++at;
        }
        return text.charAt(at);
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        ++at; // past the opening brace
        while (peek() != '}') {
            String name = string();
            peek();
            ++at; // past the colon
            members.put(name, value());
            if (peek() == ',') {
                ++at;
            }
        }
        ++at;
        return members;
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        ++at; // past the opening bracket
        while (peek() != ']') {
            elements.add(value());
            if (peek() == ',') {
                ++at;
            }
        }
        ++at;
        return elements;
    }

    private String string() {
        peek();
        ++at; // past the opening quote
        StringBuilder read = new StringBuilder();
        while (text.charAt(at) != '"') {
            char c = text.charAt(at) == '\\' ? escaped() : text.charAt(at);
            read.append(c);
            ++at;
        }
        ++at;
        return read.toString();
    }

    /** The character that an escape stands for: from its backslash to its last character. */
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
                String digits = text.substring(at + 1, at + 5);
                at += 4;
                return (char) Integer.parseInt(digits, 16);
            default:
                return c;
        }
    }

    /** What stands without quotes: a number, which stays a text, true, false or null. */
    private Object word() {
        int from = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
            ++at;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "null" -> null;
            case "true", "false" -> Boolean.valueOf(word);
            default -> word;
        };
    }
}
