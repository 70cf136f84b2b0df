import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { layOut } from "#lib/elements/files/layout.ts";
import { PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import { makeExportTable } from "#lib/elements/files/table.ts";
import { ReadBackMismatch } from "#lib/elements/files/written.ts";
import { readBack, writeExportFile } from "#lib/elements/files/write.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { useExportDesk } from "./export-desk.ts";

const { openLargeTable } = await useExportDesk();

/** Damage to a good file; each kind must be detected. */
const damages = (text: string, lines: readonly string[]): Record<string, string> => ({
  "a digit": text.replace("300007", "300008"),
  "a row lost": [...lines.slice(0, 5), ...lines.slice(6)].join("\r\n"),
  "a row twice": [...lines.slice(0, 5), ...lines.slice(4)].join("\r\n"),
  "rows swapped": [lines[0], lines[2], lines[1], ...lines.slice(3)].join("\r\n"),
  "a heading": text.replace("GlobalId", "GlobalID"),
  "a bare line feed": text.replace("\r\n", "\n"),
  "an open quote": text.replace('"D-3 ', '"D-3"'),
});
const DAMAGES_OF = {
  programs: (text: string) => ({
    "an empty text lost": text.replace(',"",', ",,"),
    "a text guarded": text.replace("=T7", "'=T7"),
    "another quoting": text.replace(",300001,", ',"300001",'),
  }),
  spreadsheets: (text: string) => ({
    "an empty text lost": text.replace(';"";', ";;"),
    "a guard lost": text.replace("'=T7", "=T7"),
    "a guard twice": text.replace("'=T7", "''=T7"),
    "another text guarded": text.replace("text 7", "'text 7"),
  }),
} as const;

test.each(["programs", "spreadsheets"] as const)(
  "a file for %s that differs from the table by one byte, one row or one cell is found out",
  async (profile) => {
    const snapshot = await findSnapshotFiles(await openLargeTable(40));
    if (snapshot === null) throw new Error("no snapshot");
    await using work = await getStorage().makeWorkFolder();
    const progress = { signal: new AbortController().signal, advance: () => undefined };
    const good = path.join(work.path, "good.csv");
    const options = PLAIN_OPTIONS[profile];
    const table = makeExportTable([{ ifcClass: "IfcDoor", snapshot }], null);
    const given = { table, layout: layOut(table, options), whole: snapshot, profile, options, progress };
    const written = await writeExportFile({ ...given, path: good });
    const check = (file: string, said = written) => readBack({ ...given, path: file, written: said });
    await check(good);
    const text = await readFile(good, "utf8");
    const changed = { ...damages(text, text.split("\r\n")), ...DAMAGES_OF[profile](text) };
    for (const [what, content] of Object.entries(changed)) {
      expect(content, what).not.toBe(text);
      const file = path.join(work.path, "changed.csv");
      await writeFile(file, content);
      await expect(check(file), what).rejects.toBeInstanceOf(ReadBackMismatch);
    }
    // The writer's own count of changed texts is not trusted either.
    const miscounted = { ...written, guardedCells: written.guardedCells + 1 };
    await expect(check(good, miscounted)).rejects.toBeInstanceOf(ReadBackMismatch);
    await truncate(good, written.bytes - 1);
    await expect(check(good)).rejects.toBeInstanceOf(ReadBackMismatch);
    await appendFile(good, "\n\n");
    await expect(check(good)).rejects.toBeInstanceOf(ReadBackMismatch);
    await snapshot.close();
  },
);
