import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { answerJson } from "#lib/service/server/http/answers.ts";
import { readBody } from "#lib/service/server/http/body/body.ts";
import { drainBody } from "#lib/service/server/http/node/idle-watch.ts";
import { serveHandler } from "#tests/support/http-bridge.ts";

test("a refused call's rest is not waited for without end, and its connection is closed", async () => {
  const bridge = await serveHandler(() =>
    Promise.resolve(async (request: Request) => {
      const isTakenIn = await drainBody(request, 40);
      return answerJson(401, { isTakenIn }, isTakenIn ? {} : { Connection: "close" });
    }),
  );
  onTestFinished(() => bridge.stop());
  const caller = httpRequest(bridge.origin, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 1_000, connection: "keep-alive" },
  });
  caller.on("error", () => undefined);
  caller.write('{"name":');
  const [answer] = (await once(caller, "response")) as [IncomingMessage];
  const closed = once(answer.socket, "close");
  expect(answer.statusCode).toBe(401);
  expect(await json(answer)).toEqual({ isTakenIn: false });
  await closed;
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
