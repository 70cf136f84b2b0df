/** GET /cloud (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import type { CloudRecord } from "#lib/service/contract/records.ts";
import { ANY_DATE, ANY_ID } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud } from "#tests/support/operations/stage.ts";

testOperation("listClouds", (operation) => {
  test("200 with a bare array of whole records, oldest first: those that the application created or was given", async () => {
    const { first, second, service } = operation.stage();
    const { cloudId } = await makeCloud(operation.stage());
    const answer = await operation.call();
    const one = {
      id: ANY_ID,
      name: expect.any(String) as string,
      features: [],
      marketplace_apps: [],
      organization: null,
      creator: null,
      creator_app: `Application ${service.first.clientId}`,
      is_default: false,
      image: null,
      created_at: ANY_DATE,
      updated_at: ANY_DATE,
    };
    const records = answer.body as CloudRecord[];
    expect(answer).toEqual({ status: 200, body: records.map(({ image }) => ({ ...one, image })) });
    const ids = records.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(records.at(-1)).toEqual((await first("GET", `/cloud/${cloudId ?? ""}`)).body);

    const odd = { name: 'Odd "name" \\ with / <b>marks</b>, a tab\tand 🏗 é \u2028 end' };
    await first("POST", "/cloud", odd);
    const [last] = ((await operation.call()).body as CloudRecord[]).slice(-1);
    expect(last).toMatchObject(odd);
    expect(last).toEqual((await first("GET", `/cloud/${String(last?.id)}`)).body);

    const theirs = await operation.call({ as: second });
    expect(theirs).toEqual({
      status: 200,
      body: [{ ...one, creator_app: `Application ${service.second.clientId}` }],
    });
    const { id: applicationId } = await service.db.serviceApplication.findUniqueOrThrow({
      where: { clientId: service.second.clientId },
    });
    const key = { cloudId: Number(cloudId), applicationId };
    await service.db.serviceCloudApplication.create({ data: key });
    const given = await operation.call({ as: second });
    await service.db.serviceCloudApplication.delete({ where: { cloudId_applicationId: key } });
    expect(given).toEqual({ status: 200, body: [(theirs.body as unknown[])[0], records.at(-1)] });
  });
});
