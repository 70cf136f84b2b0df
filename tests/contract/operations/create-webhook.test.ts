/** POST /cloud/{c}/webhook (docs/service "Neighbouring operations"); what is delivered: contract/webhook-deliveries. */
import { beforeEach, expect, test } from "vitest";
import { ANY_ID, inEachEncoding, refused, type Answer } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, type Ids } from "#tests/support/operations/stage.ts";
import { WRONG_WEBHOOKS } from "#tests/support/operations/wrong-webhooks.ts";

const URL_IN = "https://hooks.example.org/portico?x=1";

testOperation("createWebhook", (operation) => {
  let ids: Ids;
  beforeEach(async () => {
    ids = await makeCloud(operation.stage());
  });
  const created = (events: string[], url = URL_IN): Answer => ({
    status: 201,
    body: { id: ANY_ID, events, url },
  });

  test("201 with id, events and url, in each encoding; the secret is in no answer, and sealed in its row", async () => {
    const secret = "canary secret of a webhook";
    const fields = { url: URL_IN, events: ["model.creation", "project.creation", "model.creation"], secret };
    for (const [encoding, body] of inEachEncoding(fields)) {
      const answer = await operation.call({ ids, body });
      expect(answer, encoding).toEqual(created(["project.creation", "model.creation"]));
      const row = await operation.stage().service.db.serviceWebhook.findUniqueOrThrow({
        where: { id: (answer.body as { id: number }).id },
      });
      expect(Buffer.from(row.secretCipher ?? []).includes(secret)).toBe(false);
      expect(await operation.read(ids)).toContainEqual(answer.body);
    }
  });

  test("201 without a secret, with 256 characters of it, and with 1,024 of address", async () => {
    const events = ["project.update"];
    const url = `https://hooks.example.org/${"x".repeat(998)}`;
    expect(url).toHaveLength(1024);
    for (const secret of [undefined, null, "", "🏛".repeat(256)]) {
      expect(await operation.call({ ids, body: { url, events, secret } })).toEqual(created(events, url));
    }
  });

  test.each([
    ...WRONG_WEBHOOKS,
    {
      what: "nothing",
      body: {},
      sentences: { events: ["This field is required."], url: ["This field is required."] },
    },
  ])("400 for $what, and nothing is made", async ({ body, sentences }) => {
    const good = Object.keys(body).length === 0 ? {} : { url: URL_IN, events: ["project.update"] };
    expect(await operation.call({ ids, body: { ...good, ...body } })).toEqual(refused(sentences));
    expect(await operation.read(ids)).toEqual([]);
  });

  test("400 beyond 20 of one application in one Cloud, also when they come at once", async () => {
    const body = { url: URL_IN, events: ["project.update"] };
    const full = refused({ non_field_errors: ["An application has at most 20 webhooks in a Cloud."] });
    const answers = await Promise.all(Array.from({ length: 25 }, () => operation.call({ ids, body })));
    let made = answers.filter(({ status }) => status === 201).length;
    expect(made).toBeLessThanOrEqual(20);
    expect(await operation.read(ids)).toHaveLength(made);
    // A machine that is too busy may tell some callers so; then nothing was changed for them.
    const over = answers.filter(({ status }) => status !== 201 && status !== 503);
    for (const answer of over) expect(answer).toEqual(full);
    for (; made < 20; made += 1)
      expect(await operation.call({ ids, body })).toEqual(created(["project.update"]));
    expect(await operation.call({ ids, body })).toEqual(full);
    expect(await operation.read(ids)).toHaveLength(20);
  });
});
