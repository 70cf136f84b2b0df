/** Where webhooks may be delivered when Portico is reached under a public name: never to this machine, whatever a name resolves to. */
import { afterAll, expect, test, vi } from "vitest";
import { literalAddress } from "#lib/core/network/networks.ts";
import { exchange } from "#lib/http/exchange.ts";
import { WEBHOOK_LIMITS } from "#lib/http/limits.ts";
import { startReceiver } from "#tests/support/webhook-receiver.ts";

vi.stubEnv("PORTICO_ORIGIN", "https://portico.example.org");
vi.stubEnv("PORTICO_WEBHOOK_NETWORKS", "10.20.0.0/16, 127.9.9.9/32, 169.254.0.0/16, fd00::/8");
const target = await import("#lib/service/server/webhooks/target.ts");
const receiver = await startReceiver();
afterAll(async () => {
  vi.unstubAllEnvs();
  await receiver.stop();
});

test.each([
  ["93.184.216.34", true],
  ["10.20.3.4", true],
  ["127.9.9.9", true],
  ["127.0.0.1", false],
  ["::1", false],
  ["10.21.0.1", false],
  ["169.254.169.254", false],
  ["::ffff:169.254.169.254", false],
  ["fd00::1", true],
  ["fd00:ec2::254", false],
])("the address %s: %s", (address, allowed) => {
  expect(target.isAllowedTarget(address)).toBe(allowed);
});

test.each([
  ["http://127.0.0.1/", "127.0.0.1"],
  ["http://2130706433/", "127.0.0.1"],
  ["http://0x7f.1/", "127.0.0.1"],
  ["http://[::1]:80/", "::1"],
  ["http://hooks.example.org/", null],
  ["http://127.0.0.1.example.org/", null],
])("the host of %s is the address %s", (url, address) => {
  expect(literalAddress(new URL(url))).toBe(address);
});

test("a name that leads to this machine is refused before a connection is made", async () => {
  const request = exchange({
    method: "POST",
    url: new URL(`http://localhost:${String(receiver.port)}/`),
    headers: {},
    body: Buffer.from("{}"),
    limits: WEBHOOK_LIMITS,
    freshSocket: true,
    lookup: target.lookupTarget,
  });
  await expect(request).rejects.toMatchObject({ kind: "connect", code: target.TARGET_REFUSED });
  expect(receiver.received).toEqual([]);
});
