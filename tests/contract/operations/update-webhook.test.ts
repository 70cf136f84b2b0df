/** PATCH /cloud/{c}/webhook/{w} (docs/service "Neighbouring operations"). */
import { beforeAll, expect, test } from "vitest";
import { inEachEncoding, ok, refused } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeWebhook, type Ids } from "#tests/support/operations/stage.ts";
import { WRONG_WEBHOOKS } from "#tests/support/operations/wrong-webhooks.ts";

const URL_IN = "https://hooks.example.org/in";

testOperation("updateWebhook", (operation) => {
  let ids: Ids;
  let id: number;
  beforeAll(async () => {
    const cloud = await makeCloud(operation.stage());
    ids = { ...cloud, webhookId: await makeWebhook(operation.stage(), cloud) };
    id = Number(ids["webhookId"]);
  });

  test("200 with the whole record: what is sent is changed, in each encoding", async () => {
    const url = `${URL_IN}/2`;
    const fields = { events: ["model.creation", "project.update"], url, secret: "s2", id: "1" };
    for (const [encoding, body] of inEachEncoding(fields)) {
      const answer = await operation.call({ ids, body });
      expect(answer, encoding).toEqual(ok({ id, events: ["project.update", "model.creation"], url }));
      expect(await operation.read(ids)).toEqual(answer.body);
    }
  });

  test("200 and nothing else is changed for each field alone, and for a body without fields", async () => {
    const events = ["project.update", "model.creation"];
    const secretOf = async (): Promise<Uint8Array | null> =>
      (await operation.stage().service.db.serviceWebhook.findUniqueOrThrow({ where: { id } })).secretCipher;
    const sealed = await secretOf();
    expect(sealed).not.toBeNull();
    const url = URL_IN;
    expect(await operation.call({ ids, body: { url } })).toEqual(ok({ id, events, url }));
    for (const body of [{ events: ["model.deletion"] }, {}, undefined]) {
      expect(await operation.call({ ids, body })).toEqual(ok({ id, events: ["model.deletion"], url }));
    }
    expect(await secretOf()).toEqual(sealed);
    expect(await operation.call({ ids, body: { secret: null } })).toMatchObject({ status: 200 });
    expect(await secretOf()).toBeNull();
  });

  test.each(WRONG_WEBHOOKS)("400 for $what, and nothing is changed", async ({ body, sentences }) => {
    const before = await operation.read(ids);
    expect(await operation.call({ ids, body })).toEqual(refused(sentences));
    expect(await operation.read(ids)).toEqual(before);
  });
});
