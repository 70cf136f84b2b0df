/** Why rows of a file of projects cannot be sent, as a German reader has it. */
import { expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import { readProjectFile } from "#lib/features/projects/lists/file.ts";
import { tellSentences } from "#lib/features/projects/lists/sentences.ts";
import { judgeRows } from "#lib/features/projects/lists/verdicts.ts";
import { englishIn, useGerman } from "#tests/support/in-german.ts";

useGerman();

test("reasons are told whole in German, from their parts and, of rows from before parts, from their text", () => {
  const text = [
    "name;status;parent_id;parent;main_model_id;logo",
    ";D;12a;Good;x;ftp://x;surplus",
    "Small letter. No number.;a;;;;",
    "Unknown number;;99;;;",
  ].join("\n");
  const details = judgeRows(readProjectFile(text).rows, {
    projects: [],
    awaited: [],
  }).map(({ detail }) => detail);
  for (const detail of details) {
    const german = tellSentences(detail);
    expect(
      englishIn(german.replaceAll(/(?:main_model_id|parent_id|parent|status|name|logo): /g, "")),
    ).toEqual([]);
    expect(tellSentences(inEnglish(detail))).toBe(german);
  }
  expect(inEnglish(details[0] ?? "")).toMatch(
    /^It has more cells .*parent_id: “12a” is no number\. .*name: /,
  );
});
