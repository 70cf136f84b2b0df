/** GET /cloud (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import type { CloudRecord } from "#lib/service/contract/records.ts";
import { callAsGiven, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeCloud } from "#tests/support/operations/records.ts";
import { makeCloud } from "#tests/support/operations/stage.ts";

testOperation("listClouds", (operation) => {
  test("200 with a bare array of whole records, oldest first: those that the application created or was given", async () => {
    const { first, second, service } = operation.stage();
    const { cloudId } = await makeCloud(operation.stage());
    const answer = await operation.call();
    const one = wholeCloud(operation.stage(), { name: expect.any(String) });
    const records = answer.body as CloudRecord[];
    expect(answer).toEqual(ok(records.map(({ image }) => ({ ...one, image }))));
    const ids = records.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(records.at(-1)).toEqual((await first("GET", `/cloud/${cloudId ?? ""}`)).body);

    const odd = { name: 'Odd "name" \\ with / <b>marks</b>, a tab\tand 🏗 é \u2028 end' };
    await first("POST", "/cloud", odd);
    const [last] = ((await operation.call()).body as CloudRecord[]).slice(-1);
    expect(last).toMatchObject(odd);
    expect(last).toEqual((await first("GET", `/cloud/${String(last?.id)}`)).body);

    const theirs = await operation.call({ as: second });
    expect(theirs).toEqual(ok([{ ...one, creator_app: `Application ${service.second.clientId}` }]));
    const given = await callAsGiven(operation, Number(cloudId));
    expect(given).toEqual(ok([(theirs.body as unknown[])[0], records.at(-1)]));
  });
});
