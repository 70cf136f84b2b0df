/** Why rows of a project file cannot be sent, as told to a German reader. */
import { expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import { readProjectFile } from "#lib/features/projects/lists/file.ts";
import { FORMER_SENTENCES, tellSentences } from "#lib/features/projects/lists/sentences.ts";
import { judgeRows } from "#lib/features/projects/lists/judging/verdicts.ts";
import { englishIn } from "#tests/support/english-left.ts";
import { useGerman } from "#tests/support/in-german.ts";

useGerman();

test("reasons are told whole in German, from their parts and, of rows from before parts, from their text", () => {
  const text = [
    "name;status;parent_id;parent;main_model_id;logo",
    ";D;12a;Good;x;ftp://x;surplus",
    "Small letter. No number.;a;;;;",
    "Unknown number;;99;;;",
    "Haus;;;;;",
    "Haus;;;;;",
    "Etage;;;Haus;;",
    "Etage;;;Haus;;",
    "Bekannt;;;;;",
    "Bekannt;;12;;;",
  ].join("\n");
  const details = judgeRows(readProjectFile(text).rows, {
    projects: [
      { id: 12, name: "Bekannt", parentId: null },
      { id: 13, name: "Bekannt", parentId: 12 },
    ],
    awaited: [],
  }).map(({ detail }) => detail);
  for (const detail of details) {
    const german = tellSentences(detail);
    const said = german.replaceAll(/(?:main_model_id|parent_id|parent|status|name|logo): /g, "");
    expect(englishIn(said)).toEqual([]);
    expect(tellSentences(inEnglish(detail))).toBe(german);
  }
  expect(inEnglish(details[0] ?? "")).toMatch(
    /^This row has more cells .*parent_id: “12a” is not a number\. .*name: /,
  );
});

test("what rows of older lists keep is told in German too", () => {
  for (const text of FORMER_SENTENCES) {
    const values = { line: 4, id: 12, name: "Haus" };
    expect(englishIn(tellSentences(inEnglish({ text, values })))).toEqual([]);
    expect(englishIn(tellSentences({ text, values }))).toEqual([]);
  }
});
