import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { inEnglish } from "#lib/core/texts.ts";
import { HttpFailure, type Phases } from "#lib/http/failure.ts";
import { type ExchangeRecord, judge } from "#lib/service/client/outcome.ts";
import { readCloud } from "#lib/service/client/records.ts";

function read(body: unknown): z.output<typeof readCloud> | undefined {
  const result = readCloud.safeParse(body);
  return result.success ? result.data : undefined;
}

const PHASES: Phases = {
  startedAt: "2026-11-21T08:00:00.000Z",
  connectedMs: 1,
  requestSentMs: 2,
  headersMs: 3,
};

function record(status: number | null, body: string, more: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    status,
    headers: { "content-type": "application/json" },
    bytes: Buffer.from(body),
    phases: PHASES,
    tries: 1,
    ...more,
  };
}

const anyStatus = fc.integer({ min: 100, max: 599 });

describe("judging an exchange", () => {
  test("done is only ever said of a whole JSON answer of the 2xx class with a usable id", () => {
    const odd = fc.constantFrom(null, 2 ** 53);
    const ids = fc.oneof(fc.integer(), fc.double(), fc.string(), odd, fc.maxSafeInteger());
    fc.assert(
      fc.property(anyStatus, ids, fc.boolean(), fc.nat(40), (status, id, isCut, keep) => {
        const text = JSON.stringify({ id, name: "x" });
        const body = isCut ? text.slice(0, keep) : text;
        const outcome = judge(record(status, body), { read });
        const isUsable = Number.isSafeInteger(id) && (id as number) > 0 && body === text;
        expect(outcome.kind === "done").toBe(status >= 200 && status < 300 && isUsable);
        if (outcome.kind === "done") expect(outcome.value.id).toBe(id);
      }),
    );
  });

  test("not sent is only ever said before a connection, or of 425 and 429", () => {
    const kinds = fc.constantFrom("connect", "timeout", "reset", "protocol", "aborted");
    fc.assert(
      fc.property(
        fc.option(anyStatus),
        fc.option(kinds as fc.Arbitrary<"reset">, { nil: undefined }),
        fc.boolean(),
        fc.uint8Array({ maxLength: 200 }),
        (status, kind, isConnected, bytes) => {
          const phases = isConnected || status !== null ? PHASES : { startedAt: PHASES.startedAt };
          const failure = kind === undefined ? undefined : new HttpFailure(kind, "X", "it broke", phases);
          const outcome = judge({ ...record(status, ""), bytes, phases, failure }, { read });
          const isProven =
            status === null ? !isConnected : (status === 425 || status === 429) && failure === undefined;
          expect(outcome.kind === "notSent").toBe(isProven);
        },
      ),
    );
  });

  test("an upload answered before its end cannot have been taken: not sent, with the service's words", () => {
    const phases: Phases = { startedAt: PHASES.startedAt, connectedMs: 1, headersMs: 3 };
    const upload = { read, isUnusableWhenCut: true };
    const full = record(507, '{"detail":"The disk is full."}', { phases });
    const outcome = judge(full, upload);
    expect(outcome).toMatchObject({ kind: "notSent", retryAfterSeconds: null });
    expect(outcome.kind === "notSent" && inEnglish(outcome.cause)).toContain("“The disk is full.”");
    const headers = { "content-type": "application/json", "retry-after": "30" };
    const braked = judge(record(503, "", { phases, headers }), upload);
    expect(braked).toMatchObject({ kind: "notSent", retryAfterSeconds: 30 });
    expect(judge(record(408, "", { phases }), upload).kind).toBe("notSent");
    expect(judge(record(413, "{}", { phases }), upload).kind).toBe("refused");
    // Sent completely, or effective even when incomplete: it may have been carried out.
    expect(judge(record(507, "{}"), upload).kind).toBe("unknown");
    expect(judge(full, { read }).kind).toBe("unknown");
    // A 2xx keeps its meaning.
    expect(judge(record(200, "", { phases }), upload).kind).toBe("unknown");
  });

  test("hostile bodies never throw, and evidence can always be stored", () => {
    const json = fc.json().map((text) => Buffer.from(text));
    fc.assert(
      fc.property(anyStatus, fc.oneof(fc.uint8Array({ maxLength: 300 }), json), (status, bytes) => {
        const stored = JSON.stringify(judge({ ...record(status, ""), bytes }, { read }));
        expect(stored).not.toContain(String.raw`\u0000`);
        expect(stored).not.toMatch(/\\ud[89ab]/i);
      }),
    );
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  test("a member's already_exists is its own outcome as text and as list, and on 400 only", () => {
    for (const value of ["Member.", ["Member."]]) {
      const body = JSON.stringify({ already_exists: value });
      expect(judge(record(400, body), { read })).toMatchObject({ kind: "already", words: "Member." });
      expect(judge(record(403, body), { read }).kind).toBe("refused");
    }
  });

  test("evidence holds the first 8 KiB, without secrets", () => {
    const token = `Bearer ${"a".repeat(40)}.${"b".repeat(40)}`;
    const body = JSON.stringify({ detail: token, filler: "x".repeat(20_000) });
    const { evidence } = judge(record(500, body), { read });
    expect(evidence.bodyStart.length).toBeLessThanOrEqual(8 * 1024);
    expect(evidence.bodyStart).not.toContain("bbbb");
    expect(evidence.bodyBytes).toBe(Buffer.byteLength(body));
    const cut = JSON.stringify({ filler: "x".repeat(8 * 1024 - 50), detail: token });
    expect(judge(record(500, cut), { read }).evidence.bodyStart).not.toContain("aaaa");
  });

  test("a service's words are cut with a mark, and a secret across the cut is not half kept", () => {
    const token = `Bearer ${"a".repeat(40)}`;
    const filler = "x".repeat(480);
    const body = JSON.stringify({ detail: `${filler} ${token}`, name: [token] });
    const outcome = judge(record(400, body), { read });
    const words = expect.stringMatching(/^x{480} .*…$/) as string;
    expect(outcome).toMatchObject({ kind: "refused", words });
    expect(JSON.stringify(outcome)).not.toContain("aaaa");
    expect(outcome.kind === "refused" && outcome.words?.length).toBeLessThanOrEqual(500);
  });
});
