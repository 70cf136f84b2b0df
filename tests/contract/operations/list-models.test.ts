/** GET …/project/{p}/ifc, also as …/model (docs/service "List models" and "Model"). */
import { beforeAll, expect, test } from "vitest";
import type { ModelRecord } from "#lib/service/contract/records.ts";
import { ok, refused, testSpellings } from "#tests/support/operations/call.ts";
import { wholeModel } from "#tests/support/operations/records.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel, makeProject, type Ids } from "#tests/support/operations/stage.ts";

testOperation("listModels", (operation) => {
  let ids: Ids;
  let good: Ids;
  let bad: Ids;
  beforeAll(async () => {
    const stage = operation.stage();
    ids = await makeProject(stage);
    good = await makeModel(stage, ids);
    bad = await makeModel(stage, ids, "no model");
  });

  const idsOf = (answer: { body: unknown }): string[] =>
    (answer.body as ModelRecord[]).map(({ id }) => String(id));

  testSpellings("200 with a bare array of whole records", async (spelling) => {
    const { baseUrl, first } = operation.stage();
    const errors = [expect.stringMatching(/^[^]{20,}$/) as string];
    const records = [
      wholeModel(baseUrl, good, { version: "IFC4" }),
      wholeModel(baseUrl, bad, { status: "E", errors, size: "no model".length }),
    ];
    expect(await operation.call({ ids, spelling })).toEqual(ok(records));
    const empty = await makeProject(operation.stage());
    expect(await operation.call({ ids: empty, spelling })).toEqual(ok([]));
    const one = await first("GET", `${operation.addressOf(ids, spelling)}/${good["modelId"] ?? ""}`);
    const [listed] = (await operation.call({ ids, spelling })).body as unknown[];
    expect(one.body).toEqual(listed);
  });

  test("what was wrong with a file is told to people", async () => {
    const [, second] = (await operation.call({ ids })).body as ModelRecord[];
    expect(second?.errors?.join(" ")).not.toMatch(/\bat \/|Error:|undefined/);
  });

  test("a file that could not be read states the schema that it names, one that is read and one that is not", async () => {
    const stage = operation.stage();
    const file = (schema: string): string =>
      `ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('${schema}'));ENDSEC;DATA;#1=IFCDOOR('cut`;
    const place = await makeProject(stage);
    const newer = await makeModel(stage, place, file("IFC5"));
    const cut = await makeModel(stage, place, file("IFC4X3_ADD2"));
    const silent = await makeModel(stage, place, "no model");
    const models = (await operation.call({ ids: place })).body as ModelRecord[];
    expect(models.map(({ id, status, version }) => [String(id), status, version])).toEqual([
      [newer.modelId, "E", "IFC5"],
      [cut.modelId, "E", "IFC4X3"],
      [silent.modelId, "E", null],
    ]);
  });

  test("200 filtered by status, type and source, each repeatable", async () => {
    const found: [query: string, ids: (string | undefined)[]][] = [
      ["?status=C", [good["modelId"]]],
      ["?status=E", [bad["modelId"]]],
      ["?status=E&status=C", [good["modelId"], bad["modelId"]]],
      ["?status=P", []],
      ["?status=", [good["modelId"], bad["modelId"]]],
      ["?type=IFC&source=UPLOAD", [good["modelId"], bad["modelId"]]],
      ["?type=PDF&type=DWG", []],
      ["?source=MERGE", []],
      ["?unknown=1", [good["modelId"], bad["modelId"]]],
    ];
    for (const [query, expected] of found) {
      expect(idsOf(await operation.call({ ids, query })), query).toEqual(expected);
    }
  });

  test("400 for values that do not exist, each named", async () => {
    expect(await operation.call({ ids, query: "?status=Z&status=C&type=ifc&source=%00" })).toEqual(
      refused({
        status: ['"Z" is not a valid choice.'],
        type: ['"ifc" is not a valid choice.'],
        source: ['"" is not a valid choice.'],
      }),
    );
  });

  test("200 with the models as they are now, whatever was answered a moment before", async () => {
    const stage = operation.stage();
    const path = `${operation.addressOf(ids)}/${bad["modelId"] ?? ""}`;
    for (const name of ["First name", "Second name", null, "First name", "detailed.ifc"]) {
      await operation.call({ ids });
      const changed = (await stage.first("PATCH", path, { name })).body;
      expect(((await operation.call({ ids })).body as unknown[])[1]).toEqual(changed);
    }
    const added = await makeModel(stage, ids);
    expect(idsOf(await operation.call({ ids }))).toEqual([good["modelId"], bad["modelId"], added.modelId]);
    await stage.first("DELETE", `${operation.addressOf(ids)}/${added.modelId}`);
    expect(idsOf(await operation.call({ ids }))).toEqual([good["modelId"], bad["modelId"]]);
  });
});
