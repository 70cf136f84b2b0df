import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { EXPORT_PROFILES } from "#lib/elements/export/options.ts";
import { PARQUET_COLUMNS_MAX } from "#lib/elements/parquet/write-parquet.ts";
import { listFixtures, read, readFixture } from "../ifc/support.ts";
import { useExportFolder } from "./export-desk.ts";
import { failureOf } from "./table.ts";

const { snapshotOf, fileOf } = useExportFolder();

type Line = {
  id: string;
  attributes: Record<string, unknown>;
  sets: Record<string, Record<string, unknown>>;
};

/**
 * Each file is read back by csv-parse, saxes, DuckDB or JSON.parse and compared cell by cell before `fileOf` returns; the lines of JSON are
 * compared here with what JSON.parse makes of the answer itself, which never went through our reader.
 */
it.each(listFixtures())(
  "every class of %s says the same in every format",
  async (name) => {
    const { classes, files } = await read(readFixture(name));
    const names = Object.keys(classes);
    expect(names.length).toBeGreaterThan(0);
    for (const ifcClass of names) {
      const source = { ifcClass, snapshot: await snapshotOf(files[`${ifcClass}.json`] ?? "") };
      const elements = Object.entries(classes[ifcClass] ?? {});
      for (const profile of EXPORT_PROFILES) {
        if (profile === "parquet" && source.snapshot.meta.columns.length > PARQUET_COLUMNS_MAX) {
          expect(await failureOf(fileOf([source], profile))).toBe("BAD_OPTION");
          continue;
        }
        const { path, written } = await fileOf([source], profile, { longId: true, unitInHeading: true });
        expect(written.rows, `${ifcClass} ${profile}`).toBe(elements.length);
        if (profile !== "json") continue;
        const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
        const said = lines.map((line) => JSON.parse(line) as Line);
        expect(said.map(({ id }) => id)).toEqual(elements.map(([id]) => id));
        for (const [i, [, answer]] of elements.entries()) {
          const { attributes = {}, ...sets } = answer;
          expect(said[i]?.attributes).toEqual(attributes);
          const filled = Object.entries(sets).filter(([, properties]) => Object.keys(properties).length > 0);
          expect(said[i]?.sets).toEqual(Object.fromEntries(filled));
        }
      }
    }
  },
  240_000,
);
