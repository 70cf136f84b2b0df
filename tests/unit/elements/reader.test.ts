import { describe, expect, it } from "vitest";
import { cutAt, failureOf, readTable, utf8 } from "./table.ts";

const DOORS = `{"2O2Fr$t4X7Zf8NOew3FNr2":{"attributes":{"Name":"D-014 Entr\\u00e9e “x”","Tag":"318204","OverallHeight":2.10},
  "Pset_DoorCommon":{"IsExternal":true,"FireRating":null, "List" : [ 1.50 , {"a":"b c"} ]}},
 "0jMRtfHYXE7u4s_CQ2uVE9":{"attributes":{"Name":""},"Pset_DoorCommon":{"IsExternal":false,"Emoji":"😀\\ud83d\\ude00"}}}\n`;

const DOORS_ARRAY = `[{"uuid":"2O2Fr$t4X7Zf8NOew3FNr2","type":"IfcDoor","attributes":{"Name":"Größe"},"property_sets":[{"name":"P","properties":[
  {"definition":{"name":"A","unit":"mm","value_type":"IfcLengthMeasure"},"value":1.0},{"definition":{"name":"B"},"value":"x"}]}]},
  {"property_sets":[],"uuid":"0jMRtfHYXE7u4s_CQ2uVE9"}]`;

const withSets = (sets: string): string => `[{"uuid":"a","property_sets":${sets}}]`;

describe("reading an answer", () => {
  it.each([
    ["map", DOORS],
    ["array", DOORS_ARRAY],
  ])(
    "gives the same table for the %s form split at every byte and in windows of every size",
    async (_, text) => {
      const bytes = utf8(text);
      const whole = await readTable([bytes]);
      for (let at = 0; at <= bytes.length; at++) {
        expect(await readTable(cutAt(bytes, [at]), { windowBytes: at + 1 })).toEqual(whole);
      }
      const byteByByte = Array.from(bytes, (byte) => Uint8Array.of(byte));
      expect(await readTable(byteByByte, { windowBytes: 1 })).toEqual(whole);
    },
  );

  it.each([
    ["map", DOORS.trimEnd()],
    ["array", DOORS_ARRAY],
  ])("calls the %s form truncated when it is cut at any byte", async (_, text) => {
    const bytes = utf8(text);
    for (let length = 0; length < bytes.length; length++) {
      const reading = readTable([bytes.subarray(0, length)], { windowBytes: 1 + (length % 90) });
      expect(await failureOf(reading), String(length)).toBe("TRUNCATED");
    }
  });

  it.each([
    ["an empty answer", "", "TRUNCATED"],
    ["white space only", " \n ", "TRUNCATED"],
    ["a sign-in page", "<!doctype html><html><body>Sign in</body></html>", "NOT_JSON"],
    ["plain text", "Service unavailable", "NOT_JSON"],
    ["a number", "12", "NOT_JSON"],
    ["an error object", '{"detail":"Not found."}', "UNEXPECTED_FORM"],
    ["a map of lists", '{"0jMRtfHYXE7u4s_CQ2uVE9":[{"Name":"x"}]}', "UNEXPECTED_FORM"],
    ["a list of lists", "[[1]]", "UNEXPECTED_FORM"],
    ["a list of texts", '["a"]', "UNEXPECTED_FORM"],
    ["attributes that are a text", '{"a":{"attributes":"x"}}', "UNEXPECTED_FORM"],
    ["property sets that are a number", withSets("3"), "UNEXPECTED_FORM"],
    ["a property set without a name", withSets('[{"properties":[]}]'), "UNEXPECTED_FORM"],
    ["a property without a name", withSets('[{"name":"P","properties":[{"value":1}]}]'), "UNEXPECTED_FORM"],
    ["an element without GlobalId", '[{"attributes":{}}]', "ELEMENT_WITHOUT_ID"],
    ["a GlobalId that is a number", '[{"uuid":12}]', "ELEMENT_WITHOUT_ID"],
    ["a second answer behind the first", "{}{}", "TRAILING_DATA"],
    ["text behind the answer", "[] x", "TRAILING_DATA"],
    ["a comma too many", '{"a":{"s":{"p":1,}}}', "SYNTAX"],
    ["a leading zero", '{"a":{"s":{"p":01}}}', "SYNTAX"],
    ["a hexadecimal escape cut short", '{"a":{"s":{"p":"\\u12g4"}}}', "SYNTAX"],
    ["an unknown escape", '{"a":{"s":{"p":"\\x"}}}', "SYNTAX"],
    ["a raw line feed in a text", '{"a":{"s":{"p":"\n"}}}', "SYNTAX"],
    ["a raw NUL", '{"a":{"s":{"p":"\0"}}}', "SYNTAX"],
    ["the word NaN", '{"a":{"s":{"p":NaN}}}', "SYNTAX"],
    ["a key without quotes", '{"a":{"s":{p:1}}}', "SYNTAX"],
    ["a closing bracket for a brace", '{"a":{"s":{"p":1}}]', "SYNTAX"],
  ])("refuses %s as %s", async (_, text, code) => {
    expect(await failureOf(readTable(text))).toBe(code);
  });

  it.each([
    ["a broken character", [0xc3, 0x28]],
    ["an overlong form", [0xc0, 0xaf]],
    ["half of a character, encoded", [0xed, 0xa0, 0x80]],
    ["a byte that never occurs", [0xff]],
  ])("refuses %s as not UTF-8, with its place", async (_, bad) => {
    const bytes = Buffer.concat([utf8('{"a":{"s":{"p":"'), Uint8Array.from(bad), utf8('"}}}')]);
    for (const windowBytes of [1, 7, 4096])
      expect(await failureOf(readTable([bytes], { windowBytes }))).toBe("INVALID_UTF8");
    await expect(readTable([bytes])).rejects.toThrow("just after byte 16 is broken");
  });

  it("reads over a byte order mark, but not over two", async () => {
    expect((await readTable('\uFEFF {"a":{"s":{"p":1}}}')).rows).toHaveLength(1);
    expect(await failureOf(readTable("\uFEFF\uFEFF{}"))).toBe("NOT_JSON");
  });

  it("tells in a message where the answer breaks, without repeating its text", async () => {
    const secret = "hunter2";
    await expect(readTable(`{"a":{"s":{"${secret}" 1}}}`)).rejects.toThrow(/byte 21/);
    await expect(readTable(`{"a":{"s":{"${secret}" 1}}}`)).rejects.not.toThrow(secret);
  });

  it("keeps lists and objects as JSON text with their digits, without white space", async () => {
    const { rows } = await readTable(
      '{"a":{"s":{"p": [ 1.0 , { "k y" : [ ] , "x\\u0041" : null } ] , "q" : { } }}}',
    );
    expect(rows[0]?.cells).toEqual([
      { kind: "list", text: '[1.0,{"k y":[],"x\\u0041":null}]' },
      { kind: "object", text: "{}" },
    ]);
  });

  it("replaces half characters by U+FFFD and says so", async () => {
    const answer = '{"a":{"s":{"p":"x\\ud800y","q":"\\udc00","r":"\\ud800\\ud83d\\ude00"}}}';
    const { rows, warnings } = await readTable(answer);
    expect(rows[0]?.cells).toEqual(["x\uFFFDy", "\uFFFD", "\uFFFD😀"]);
    expect(warnings).toMatchObject([{ code: "LONE_SURROGATE", count: 3, samples: ["a"] }]);
  });
});
