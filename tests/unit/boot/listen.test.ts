/** Where the server listens, and what a failed start says. */
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createListener } from "node:net";
import { expect, test } from "vitest";
import { listen, listenAddresses } from "#lib/boot/server/listen.ts";
import { assertPortFree } from "#lib/boot/launch/port.ts";
import { parseEnv } from "#lib/core/env.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";

test.each([
  [{}, ["127.0.0.1"]],
  [{ PORTICO_ORIGIN: "http://127.0.0.1:3000" }, ["127.0.0.1"]],
  [{ PORTICO_ORIGIN: "https://portico.example.org" }, ["::"]],
  [{ PORTICO_HOST: "0.0.0.0" }, ["0.0.0.0"]],
  [{ PORTICO_HOST: "localhost", PORTICO_ORIGIN: "https://portico.example.org" }, ["127.0.0.1"]],
  [{ PORTICO_HOST: "10.0.0.1" }, ["127.0.0.1", "10.0.0.1"]],
  [{ PORTICO_HOST: "::1" }, ["127.0.0.1", "::1"]],
])("%j listens on %j", (settings, addresses) => {
  expect(listenAddresses(parseEnv(settings))).toEqual(addresses);
});

test("a host that is no address is refused by its setting's name", () => {
  expect(() => parseEnv({ PORTICO_HOST: "portico.example.org" })).toThrow(
    "PORTICO_HOST: must be localhost, an IP",
  );
});

test("each address answers, no other one does, and all end together", async () => {
  const port = await findFreePort();
  const server = createServer((_request, response) => response.end("here"));
  const stop = await listen(server, port, ["127.0.0.1", "127.0.0.2"]);
  const ask = async (address: string): Promise<string> =>
    fetch(`http://${address}:${String(port)}/`, { headers: { connection: "close" } }).then(
      (answer) => answer.text(),
      () => "nobody",
    );
  expect(await Promise.all(["127.0.0.1", "127.0.0.2", "127.0.0.3"].map(ask))).toEqual([
    "here",
    "here",
    "nobody",
  ]);
  stop();
  server.close();
  await once(server, "close");
  expect(await Promise.all(["127.0.0.1", "127.0.0.2"].map(ask))).toEqual(["nobody", "nobody"]);
});

test("a start is refused when the port is taken on one of its addresses, and when an address is not this machine's", async () => {
  // Free on 127.0.0.1, which a port that the system picks for another address need not be.
  const port = await findFreePort();
  const other = createListener().listen(port, "127.0.0.2");
  await once(other, "listening");
  await expect(assertPortFree(port, ["127.0.0.1", "127.0.0.2"])).rejects.toThrow(
    `Port ${String(port)} is taken by`,
  );
  await expect(assertPortFree(port, ["0.0.0.0"])).rejects.toThrow("is taken by");
  await expect(assertPortFree(port, ["127.0.0.1"])).resolves.toBeUndefined();
  await expect(assertPortFree(port, ["192.0.2.1"])).rejects.toThrow(
    "PORTICO_HOST: 192.0.2.1 is not an address of this",
  );
  other.close();
});
