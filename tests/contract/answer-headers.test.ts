/** The headers around the answers: lengths, tags, compression, HEAD, and what every answer of this product carries. */
import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openModelService, uploadFixture } from "#tests/support/model-service.ts";

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

const stage = await openModelService();
const token = await stage.service.tokenOf(stage.service.first);
const { id } = await uploadFixture(stage.first, stage.project, "schependomlaan-houten-kozijnen");
/** Elements of a model whose answers are larger than those that are kept in memory. */
const elements = `${stage.project}/ifc/${String(id)}/element/simple`;
afterAll(() => stage.stop());

/** Without anything that a client library adds (decoding, headers). */
function call(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${stage.service.baseUrl}${path}`,
      { method, headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("end", () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) });
        });
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

const CASES: [name: string, query: string][] = [
  ["one small class", "?type=IfcBuildingStorey"],
  ["one class", "?type=IfcWindow"],
  ["several classes", "?type=IfcWindow&type=IfcBuildingStorey"],
  ["all classes", ""],
  ["no elements", "?type=IfcNothing"],
];

describe("stored answers", () => {
  test.each(CASES)("%s: the length is the true one, the tag names the bytes", async (_name, query) => {
    const plain = await call(elements + query);
    expect(plain).toMatchObject({
      status: 200,
      headers: {
        "content-type": "application/json",
        "content-length": String(plain.bytes.length),
        vary: "Accept-Encoding",
        "cache-control": "private, no-cache",
      },
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(() => JSON.parse(plain.bytes.toString("utf8")) as unknown).not.toThrow();
    const { etag = "" } = plain.headers;
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, "*"]) {
      const again = await call(elements + query, { "if-none-match": known });
      expect([again.status, again.bytes.length, again.headers.etag], known).toEqual([304, 0, etag]);
      expect(again.headers).toMatchObject({ vary: "Accept-Encoding", "cache-control": "private, no-cache" });
      expect(again.headers["content-type"] ?? again.headers["content-length"]).toBeUndefined();
    }
    expect((await call(elements + query, { "if-none-match": '"another"' })).status).toBe(200);
  });

  test.each(CASES)("%s: compressed for those who take it, to the same bytes", async (_name, query) => {
    const plain = await call(elements + query);
    for (const accepted of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*"]) {
      const coded = await call(elements + query, { "accept-encoding": accepted });
      if (plain.bytes.length < 1400) {
        expect(coded.headers["content-encoding"], accepted).toBeUndefined();
        expect(coded.bytes.equals(plain.bytes)).toBe(true);
        continue;
      }
      expect(coded.headers["content-encoding"], accepted).toBe("gzip");
      expect(gunzipSync(coded.bytes).equals(plain.bytes)).toBe(true);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(coded.headers["content-length"] ?? String(coded.bytes.length)).toBe(String(coded.bytes.length));
      const { etag = "" } = coded.headers;
      expect(etag).not.toBe(plain.headers.etag);
      const again = await call(elements + query, { "accept-encoding": accepted, "if-none-match": etag });
      expect(again.status).toBe(304);
    }
    for (const refused of ["", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0.000, *"]) {
      const uncoded = await call(elements + query, { "accept-encoding": refused });
      expect(uncoded.headers["content-encoding"], refused).toBeUndefined();
      expect(uncoded.headers.etag).toBe(plain.headers.etag);
    }
  });

  test("one element has its length and a tag, too; the classes have no tag", async () => {
    const [uuid = ""] = Object.keys(JSON.parse((await call(elements)).bytes.toString("utf8")) as object);
    const one = elements.replace(/simple$/, `${uuid}/simple`);
    const { headers, bytes } = await call(one);
    const { etag = "" } = headers;
    expect(headers).toMatchObject({
      "content-length": String(bytes.length),
      "content-type": "application/json",
      "cache-control": "private, no-cache",
    });
    expect(headers.vary).toBeUndefined();
    const again = await call(one, { "if-none-match": etag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const absent = one.replace(uuid, "0123456789abcdefABCDEF");
    expect((await call(absent, { "if-none-match": "*" })).status).toBe(404);
    const classes = await call(elements.replace(/element\/simple$/, "classes"));
    expect([classes.headers["cache-control"], classes.headers.etag]).toEqual(["no-store", undefined]);
  });

  test("what is put together while it is sent has a tag and neither a length nor a coding", async () => {
    for (const form of ["", "/raw", "/simple?classification=none"]) {
      const path = elements.replace(/\/simple$/, form);
      const { status, headers } = await call(path, { "accept-encoding": "gzip" });
      expect(status, form).toBe(200);
      for (const absent of ["content-length", "content-encoding", "vary"])
        expect(headers[absent], form).toBeUndefined();
      const again = await call(path, { "if-none-match": headers.etag ?? "" });
      expect([again.status, again.headers.etag], form).toEqual([304, headers.etag]);
    }
  });

  test("an error of the same address is never stored and has no tag", async () => {
    const { status, headers } = await call(elements.replace(/\/ifc\/\d+/, "/ifc/2147483000"));
    expect([status, headers["cache-control"], headers.etag]).toEqual([404, "no-store", undefined]);
  });

  test("HEAD has the headers of GET and no body", async () => {
    for (const encoding of ["identity", "gzip"]) {
      for (const [, query] of CASES) {
        const get = await call(elements + query, { "accept-encoding": encoding });
        const head = await call(elements + query, { "accept-encoding": encoding }, "HEAD");
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        for (const name of ["content-length", "content-type", "content-encoding", "etag", "vary"] as const)
          expect(head.headers[name], `${encoding} ${query} ${name}`).toBe(get.headers[name]);
      }
    }
  });

  test("a caller that breaks off takes nothing from the next one", async () => {
    const plain = await call(elements);
    for (let round = 0; round < 5; round++) {
      await new Promise<void>((resolve) => {
        const sent = request(
          `${stage.service.baseUrl}${elements}`,
          { headers: { authorization: `Bearer ${token}` } },
          (answer) => answer.once("data", () => sent.destroy()),
        );
        sent.once("error", () => undefined);
        sent.once("close", resolve);
        sent.end();
      });
    }
    expect((await call(elements)).bytes.equals(plain.bytes)).toBe(true);
  });
});

describe("every answer", () => {
  test("states its length, errors too", async () => {
    for (const path of ["/cloud", `${stage.project}/ifc`, "/cloud/999999", "/nothing"]) {
      const { headers, bytes } = await call(path);
      expect(headers["content-length"], path).toBe(String(bytes.length));
    }
  });

  test("has a reference of its own, also what is refused before the service is reached", async () => {
    const large = "a".repeat(1024 * 1024 + 1);
    const asked: [status: number, path: string, method?: string, body?: string][] = [
      [200, "/cloud"],
      [404, "/cloud//project"],
      [404, "/nothing"],
      [413, "/cloud", "POST", large],
      [413, "/auth/realms/portico/protocol/openid-connect/token", "POST", large],
      [405, "/cloud", "PUT"],
    ];
    const references = new Set<unknown>();
    for (const [status, path, method, body] of asked) {
      const answer = await call(path, {}, method, body);
      expect(answer.status, path).toBe(status);
      expect(answer.headers["x-request-id"], path).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
      references.add(answer.headers["x-request-id"]);
    }
    expect(references.size).toBe(asked.length);
    const own = await call("/cloud", { "x-request-id": "AAAA-0000" });
    expect(own.headers["x-request-id"]).not.toBe("AAAA-0000");
  });

  test("carries the product's headers", async () => {
    const keys = "/auth/realms/portico/protocol/openid-connect/certs";
    for (const path of ["/cloud", elements, "/nothing", keys]) {
      expect((await call(path)).headers, path).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });
});
