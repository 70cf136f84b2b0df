/** How the browser asks the portal: what a refusal says, and what is asked at all. The portal is a server of the test's own. */
import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalRefusal, postForLines } from "#app/_client/ask-portal.ts";
import { makePortalClient } from "#app/_client/portal-queries.tsx";
import { listen } from "#tests/support/listen.ts";
import { until } from "#tests/support/until.ts";

const client = makePortalClient();
let asked: string[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { method = "", url = "", headers } = request;
  asked.push(`${method} ${url}`);
  const send = (status: number, body: unknown): void =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (url === "/api/gone") send(404, { error: { message: "There is no such view.", requestId: "r-17" } });
  else if (url === "/api/silent") send(503, {});
  else if (url === "/api/signed-out") send(401, { error: { message: "Nobody is signed in." } });
  else if (url === "/api/page") response.writeHead(502).end("<h1>Bad gateway</h1>");
  else if (url === "/api/cut") request.destroy();
  else if (method === "POST") {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () =>
      send(200, { from: headers["x-portico"], question: JSON.parse(Buffer.concat(chunks).toString()) }),
    );
  } else send(200, { url });
}

async function refusalOf(path: `/api/${string}`): Promise<PortalRefusal> {
  const error: unknown = await client.query({ queryKey: [path] }).catch((reason: unknown) => reason);
  if (!(error instanceof PortalRefusal)) throw new Error(`${path} was not refused.`);
  return error;
}

const server = createServer(answer);
const origin = `http://127.0.0.1:${String(await listen(server))}`;
// A page's addresses are beneath its own origin; this process has none.
vi.stubGlobal("window", { fetch: (path: string, init: RequestInit) => fetch(`${origin}${path}`, init) });
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  asked = [];
});

describe("a refusal", () => {
  test("keeps the portal's words, its status and its reference", async () => {
    expect(await refusalOf("/api/gone")).toMatchObject({
      message: "There is no such view.",
      status: 404,
      reference: "r-17",
      whole: "There is no such view. Reference r-17.",
    });
  });

  test("without words says the status, and one without a session how to go on", async () => {
    const { whole, reference } = await refusalOf("/api/silent");
    expect({ whole, reference }).toEqual({ whole: "Portico answered 503.", reference: null });
    expect((await refusalOf("/api/signed-out")).message).toBe(
      "You are signed out. Sign in again to continue.",
    );
  });

  test("of something in between, and an answer that never came, say that Portico does not answer", async () => {
    for (const path of ["/api/page", "/api/cut"] as const) {
      const { message, status } = await refusalOf(path);
      expect({ message, status }).toEqual({ message: "Portico does not answer.", status: null });
    }
  });

  test("is told at once: nothing asks a second time by itself", async () => {
    await refusalOf("/api/silent");
    expect(asked).toEqual(["GET /api/silent"]);
  });

  test("of an answer in lines says the same", async () => {
    const take = (): never => {
      throw new Error("A refusal has no lines.");
    };
    const { signal } = new AbortController();
    const error: unknown = await postForLines("/api/gone", signal, take).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "There is no such view.", status: 404, reference: "r-17" });
    const cut: unknown = await postForLines("/api/cut", signal, take).catch((reason: unknown) => reason);
    expect(cut).toMatchObject({ status: null });
    expect(cut).toBeInstanceOf(PortalRefusal);
  });
});

describe("a question", () => {
  test("that is too long for an address is posted, with the header that only pages of the portal send", async () => {
    expect(await client.query({ queryKey: ["/api/forecast", { models: [1, 2] }] })).toEqual({
      from: "1",
      question: { models: [1, 2] },
    });
  });

  test("is asked though the browser believes that it has no network", async () => {
    onlineManager.setOnline(false);
    try {
      expect(await client.query({ queryKey: ["/api/here"] })).toEqual({ url: "/api/here" });
    } finally {
      onlineManager.setOnline(true);
    }
  });

  test("that is overtaken while somebody types is never sent, and what nobody shows any more is forgotten", async () => {
    const typed = (q: string) => ({ queryKey: [`/api/places?q=${q}`] as const, meta: { restMs: 20 } });
    const observer = new QueryObserver(client, typed("ha"));
    const seen = new Promise((resolve) => {
      const stop = observer.subscribe(({ data }) => {
        if (data === undefined) return;
        stop();
        resolve(data);
      });
    });
    observer.setOptions(typed("haus"));
    expect(await seen).toEqual({ url: "/api/places?q=haus" });
    expect(asked).toEqual(["GET /api/places?q=haus"]);
    await until("nothing is kept", () => client.getQueryCache().getAll().length === 0);
  });
});
