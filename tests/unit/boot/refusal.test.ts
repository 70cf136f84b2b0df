/** Refusals of requests that cannot be answered right now: by kind of address, only for a reason, and soon over. */
import { createServer, type ServerResponse } from "node:http";
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { PAGES_AT_ONCE_MAX, refuseWhenBusy } from "#lib/boot/edge/admission.ts";
import { guardDatabase, isDatabaseThere } from "#lib/boot/edge/database-gate.ts";
import { needsDatabase } from "#lib/boot/edge/addresses.ts";
import { replaceFailure } from "#lib/boot/edge/late-refusal.ts";
import { DATABASE_AWAY, TOO_BUSY, refuseBody, refuseForNow } from "#lib/boot/edge/refusal.ts";
import { inLanguageOf, openTexts } from "#lib/boot/server/texts.ts";
import { NOTHING_DONE } from "#lib/core/network/refused.ts";
import { closeAll, listen } from "#tests/support/listen.ts";
import { until } from "#tests/support/until.ts";

const asked = (path: string, headers = {}): Parameters<typeof refuseForNow>[1] => ({
  path,
  headers,
  nonce: "n0nce",
});

test("each asker gets the refusal in its own form, always with Retry-After", () => {
  const of = (path: string, headers = {}): ReturnType<typeof refuseForNow> =>
    refuseForNow(DATABASE_AWAY, asked(path, headers));
  for (const [path, headers] of [["/clouds"], ["/api/x"], ["/service/cloud"], ["/", { rsc: "1" }]] as const)
    expect(of(path, headers)).toMatchObject({
      status: 503,
      headers: { "retry-after": "5", "cache-control": "no-store" },
    });
  expect(of("/clouds").body).toMatch(/^<!doctype html>[^]*<style nonce="n0nce">[^]*Nothing was created/);
  // Next's client reads the text of exactly this type.
  expect(of("/clouds/new", { "next-action": "4f" }).headers["content-type"]).toBe("text/plain");
  expect(of("/clouds/new", { "next-action": "4f" }).body.startsWith(NOTHING_DONE)).toBe(true);
  expect(JSON.parse(of("/api/exports/1").body)).toMatchObject({ error: { code: "UNAVAILABLE" } });
  expect(JSON.parse(of("/service/cloud").body)).toEqual({
    detail: expect.stringContaining("database") as string,
  });
  expect(JSON.parse(of("/service/auth/realms/x").body)).toMatchObject({ error: "temporarily_unavailable" });
});

test("people are refused in their language, each form still beginning as its reader expects", () => {
  openTexts();
  inLanguageOf({ headers: { "accept-language": "de" } }, () => {
    const page = refuseForNow(TOO_BUSY, asked("/clouds")).body;
    expect(page).toContain('<html lang="de">');
    expect(page).toMatch(/nicht verfügbar.*ist gerade überlastet.*<a href="">Laden Sie die Seite<\/a>/s);
    expect(refuseForNow(TOO_BUSY, asked("/clouds/new", { "next-action": "4f" })).body).toBe(
      `${NOTHING_DONE}Portico ist gerade überlastet. Versuchen Sie es in 5 Sekunden noch einmal.`,
    );
  });
});

test("pages beyond those that can be made soon are told to come back; nothing else is, and not for ever", () => {
  const open: EventEmitter[] = [];
  const from = (
    client: string,
    path = "/clouds",
    session: string | null = client,
  ): ReturnType<typeof refuseWhenBusy> => {
    const response = new EventEmitter();
    open.push(response);
    return refuseWhenBusy({ ...asked(path), client, session }, response);
  };
  for (let n = 0; n < PAGES_AT_ONCE_MAX.known; n++) expect(from("192.0.2.1")).toBeNull();
  expect(from("192.0.2.1")).toEqual(refuseForNow(TOO_BUSY, asked("/clouds")));
  for (const path of ["/api/health", "/service/cloud", "/_next/static/x.js"])
    expect(from("192.0.2.1", path)).toBeNull();
  // Another person gets a share of the places, and no more.
  for (let n = 0; n < PAGES_AT_ONCE_MAX.known / 2; n++) expect(from("192.0.2.2")).toBeNull();
  expect(from("192.0.2.2")).not.toBeNull();
  // Strangers have a separate set of places.
  for (let n = 0; n < PAGES_AT_ONCE_MAX.strangers; n++)
    expect(from("192.0.2.1", "/sign-in", null)).toBeNull();
  expect(from("192.0.2.1", "/sign-in", null)).not.toBeNull();
  for (const response of open) response.emit("close");
  expect(from("192.0.2.1")).toBeNull();
  open.at(-1)?.emit("close");
});

test("a body that is not taken is told so in the asker's own form, at the service in its own words", () => {
  const limits = { bytesMax: 65_536, idleMs: 30_000 };
  const of = (path: string, headers = {}, fault: Parameters<typeof refuseBody>[0] = "too large") =>
    refuseBody(fault, limits, asked(path, headers));
  expect(of("/clouds")).toMatchObject({ status: 413, headers: { "cache-control": "no-store" } });
  expect(of("/clouds").body).toMatch(/^<!doctype html>[^]*limit of 64 KiB[^]*Nothing was created/);
  expect(of("/clouds", { "next-action": "4f" }).body).toBe(
    `${NOTHING_DONE}The request is larger than the limit of 64 KiB.`,
  );
  expect(JSON.parse(of("/api/views").body)).toMatchObject({ error: { code: "VALIDATION" } });
  expect(JSON.parse(of("/service/cloud").body)).toEqual({
    detail: "The request body is larger than 64 KiB.",
  });
  expect(JSON.parse(of("/service/auth/realms/x").body)).toEqual({
    error: "invalid_request",
    error_description: "The body is larger than 65536 bytes.",
  });
  expect(of("/clouds", {}, "silent").status).toBe(408);
  expect(JSON.parse(of("/service/cloud", {}, "silent").body)).toEqual({
    detail: "Nothing more of the request body came for 30 s. Send it again.",
  });
  expect(of("/clouds", {}, "too slow").status).toBe(408);
});

test("the database is asked once for many requests; away is told while it is, and forgotten when it is back", async () => {
  let questions = 0;
  let isAway = false;
  expect(await isDatabaseThere()).toBe(true);
  guardDatabase(() => {
    questions += 1;
    return isAway ? Promise.reject(new Error("away")) : Promise.resolve();
  });
  const answers = await Promise.all(Array.from({ length: 100 }, async () => isDatabaseThere()));
  expect(answers.every(Boolean)).toBe(true);
  expect(isDatabaseThere()).toBe(true);
  expect(questions).toBe(1);
  isAway = true;
  await until("the database is away", async () => !(await isDatabaseThere()));
  isAway = false;
  await until("the database is back", () => isDatabaseThere());
});

test("what tells how the portal is, and the files of the build, need no database", () => {
  const without = ["/api/health", "/api/metrics", "/_next/static/x.js"];
  expect(without.filter(needsDatabase)).toEqual([]);
  const others = ["/", "/clouds", "/api/healthy", "/api/auth/session", "/service/cloud", "/_nextish"];
  expect(others.filter(needsDatabase)).toEqual(others);
});

type Answered = { status: number; text: string; length: string | null };

async function answerOf(
  find: () => ReturnType<typeof refuseForNow> | null,
  make: (response: ServerResponse) => void,
): Promise<Answered> {
  const server = createServer((_request, response) => {
    replaceFailure(response, find);
    make(response);
  });
  const answer = await fetch(`http://127.0.0.1:${String(await listen(server))}/`);
  const text = await answer.text();
  await closeAll(server);
  return { status: answer.status, text, length: answer.headers.get("content-length") };
}

test("a failed answer is replaced while nothing of it has left, however it is sent, and no other one is", async () => {
  const refusal = refuseForNow(DATABASE_AWAY, asked("/clouds"));
  const replaced = { status: 503, text: refusal.body, length: String(Buffer.byteLength(refusal.body)) };
  const fail = (response: ServerResponse): void => {
    response.statusCode = 500;
    response.setHeader("content-length", "4");
  };
  for (const make of [
    (response: ServerResponse): void => {
      fail(response);
      response.end("oops");
    },
    (response: ServerResponse): void => {
      fail(response);
      response.flushHeaders();
      response.write("oo");
      response.write("ps");
      response.end();
    },
  ]) {
    expect(await answerOf(() => refusal, make)).toEqual(replaced);
    expect(await answerOf(() => null, make)).toMatchObject({ status: 500, text: "oops" });
  }
  expect(
    await answerOf(
      () => refusal,
      (response) => {
        response.write("half ");
        response.statusCode = 500;
        response.end("page");
      },
    ),
  ).toMatchObject({ status: 200, text: "half page" });
});
