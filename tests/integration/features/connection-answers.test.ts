/** What a connection's page may say of its service: only what the service has shown. */
import { afterAll, expect, test } from "vitest";
import { addConnection } from "#lib/features/connections/changes.ts";
import { checkConnection } from "#lib/features/connections/checking.ts";
import { getConnectionDetails } from "#lib/features/connections/queries.ts";
import { adding, typed } from "./connection-form.ts";
import { startPortal } from "./portal.ts";

const portal = await startPortal();
const admin = await portal.actor("ADMINISTRATOR", "Ada Beheer");
afterAll(() => portal.stop());

test("of a service that never answered it is not said that it can do anything; after a whole check it is", async () => {
  const values = await typed(portal);
  const token = { kind: "answer", status: 500, body: "{}" } as const;
  portal.proxy.inject("POST", /\/openid-connect\/token$/, token, 20);
  const { savedId } = await addConnection(admin, adding({ ...values, intent: "saveUnproven" }));
  const details = () => getConnectionDetails(admin, savedId ?? "");
  expect(await details()).toMatchObject({ hasAnswered: false, lastCheck: { stoppedAt: 3 } });
  portal.proxy.clear();
  await checkConnection(admin, savedId ?? "");
  expect((await details()).hasAnswered).toBe(true);
});
