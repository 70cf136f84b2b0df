import { once } from "node:events";
import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { answerError, answerJson } from "#lib/service/server/http/answers.ts";
import { readBody } from "#lib/service/server/http/body/body.ts";
import { drainBody } from "#lib/service/server/http/node/idle-watch.ts";
import { readTokenForm } from "#lib/service/server/oauth/token-endpoint.ts";
import { serveHandler, type HttpBridge } from "#tests/support/http-bridge.ts";

const IDLE_MS = 40;
const callers: ClientRequest[] = [];
const bridges: HttpBridge[] = [];

afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  for (const bridge of bridges.splice(0)) await bridge.stop();
});

/** A caller that announces 1000 bytes, sends a few and then nothing; returns the answer and what became of the connection. */
async function fallSilent(
  contentType: string,
  handler: (request: Request) => Promise<Response>,
): Promise<{ status: number; body: unknown }> {
  const bridge = await serveHandler(() =>
    Promise.resolve((request: Request) =>
      handler(request).catch((thrown: unknown) => answerError(thrown, "reference")),
    ),
  );
  bridges.push(bridge);
  const caller = httpRequest(bridge.origin, {
    method: "POST",
    headers: { "content-type": contentType, "content-length": 1_000, connection: "keep-alive" },
  });
  caller.on("error", () => undefined);
  callers.push(caller);
  caller.write('{"name":');
  const [answer] = (await once(caller, "response")) as [IncomingMessage];
  const closed = once(answer.socket, "close");
  const body = JSON.parse(await text(answer)) as unknown;
  await closed;
  return { status: answer.statusCode ?? 0, body };
}

test("a JSON body that stops moving is answered 408 and its connection closed", async () => {
  const answer = await fallSilent("application/json", async (request) =>
    answerJson(200, (await readBody(request, 2_000, { idleMs: IDLE_MS })).kind),
  );
  expect(answer).toEqual({
    status: 408,
    body: { detail: "Nothing more of the request body came for 0.04 s. Send it again." },
  });
});

test("a token request that stops moving is answered 408 in the shape of OAuth errors", async () => {
  const answer = await fallSilent("application/x-www-form-urlencoded", async (request) =>
    answerJson(200, [...(await readTokenForm(request, IDLE_MS))]),
  );
  expect(answer).toMatchObject({ status: 408, body: { error: "invalid_request" } });
});

test("a refused call's rest is not waited for without end", async () => {
  const answer = await fallSilent("application/json", async (request) => {
    const isTakenIn = await drainBody(request, IDLE_MS);
    return answerJson(401, { isTakenIn }, isTakenIn ? {} : { Connection: "close" });
  });
  expect(answer).toEqual({ status: 401, body: { isTakenIn: false } });
});

test("a slow body that keeps moving is read whole", async () => {
  const pieces = ['{"na', 'me":"H', 'arbour"', "}"];
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const piece = pieces[given++];
      if (piece === undefined) controller.close();
      else controller.enqueue(Buffer.from(piece));
    },
  });
  // A stream as body needs `duplex` (Fetch standard), which TypeScript's own types lack so far.
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    duplex: "half",
  };
  const request = new Request("http://localhost/", init);
  const read = await readBody(request, 2_000, { idleMs: 600 });
  expect(read.values.get("name")).toBe("Harbour");
});
