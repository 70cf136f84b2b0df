/**
 * Small answers of a service that is broken, or is no such service at all: changed ones by the thousand, as bytes over real HTTP, to the client
 * itself. The client reads the same as a plain reading of the same bytes, key by key; everything else is a ServiceError or a judged
 * outcome. Nothing is invented, nothing usable is lost, and nothing else is ever thrown.
 */
import { createServer } from "node:http";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ServiceConnection } from "#lib/service/client/connection.ts";
import { closeAll, listen } from "#tests/support/listen.ts";
import { JSON_TOKENS, mutate, randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import * as plain from "./plain-reading.ts";

vi.stubEnv("PORTICO_SECRET", "unit-test-secret-0123456789-0123456789");
vi.stubEnv("LOG_LEVEL", "silent");
const { sealClientSecret } = await import("#lib/service/client/connection.ts");
const { ServiceError } = await import("#lib/service/client/errors.ts");
const { createServiceClient } = await import("#lib/service/client/service-client.ts");

const JSON_TYPE = "application/json";
const ONCE = { retries: { tries: 1, baseMs: 0, delayMsMax: 0, retryAfterMsMax: 0 } };
const TOKEN = Buffer.from('{"access_token":"token-of-the-tests","expires_in":3600}');

/** What might trip up readers of JSON, and of these records. */
const TOKENS: readonly string[] = [
  ...JSON_TOKENS,
  "[[",
  ",,",
  '\\"',
  "\\u00e9",
  ...["false", "NaN", "Infinity", "undefined", "{}", "[]", '" "', "//", "/**/", "'"],
  ...["-0", "01", "1e2", "9007199254740993", '"7"', "0x1"],
  '"id":7,',
  '"id":null,',
  '"id":"7",',
  '"name":null,',
  '"name":7,',
  '"__proto__":{"id":9},',
  '"constructor":1,',
  '"errors":["a",{"b":1}],',
  '"errors":"x",',
  '"document":7,',
  '"progress":{},',
  '"already_exists":"x",',
  '"detail":[',
  ...["\xc3", "\xed\xa0\x80", "\xe2\x80\xae"],
];

type Answer = { status: number; type: string; bytes: Buffer };

let answerNext: Answer;
let tokenNext: Buffer = TOKEN;
let authorization: string | undefined;
let revision = 1;

const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
  incoming.resume();
  incoming.on("end", () => {
    const isToken = incoming.url?.includes("/openid-connect/token") === true;
    if (!isToken) ({ authorization } = incoming.headers);
    const { status, type, bytes } = isToken ? { status: 200, type: JSON_TYPE, bytes: tokenNext } : answerNext;
    outgoing.writeHead(status, { "content-type": type, "content-length": bytes.length }).end(bytes);
  });
});
const origin = `http://127.0.0.1:${String(await listen(server))}`;
const base = {
  id: "connection",
  revision,
  baseUrl: origin,
  authUrl: origin,
  realm: "realm",
  clientId: "client",
  secretCipher: sealClientSecret("connection", "secret"),
};
afterAll(() => closeAll(server));

/** Another revision has no token yet and has a separate circuit. */
function freshConnection(): ServiceConnection {
  revision += 1;
  return { ...base, revision };
}

type ServiceClient = ReturnType<typeof createServiceClient>;

const READS: [
  what: string,
  whole: unknown,
  read: plain.Reading,
  call: (client: ServiceClient) => Promise<unknown>,
][] = [
  ["a cloud", plain.CLOUD, plain.cloud, (client) => client.getCloud(4711, ONCE)],
  ["clouds", [plain.CLOUD, { id: 2 }], plain.listOf(plain.cloud), (client) => client.listClouds(ONCE)],
  ["a project", plain.PROJECT, plain.project, (client) => client.getProject(4711, 81, ONCE)],
  [
    "projects",
    [plain.PROJECT, { id: 2 }],
    plain.listOf(plain.project),
    (client) => client.listProjects(4711, ONCE),
  ],
  ["a model", plain.MODEL, plain.model, (client) => client.getModel(4711, 81, 9, ONCE)],
  [
    "models",
    [plain.MODEL, { id: 2 }],
    plain.listOf(plain.model),
    (client) => client.listModels(4711, 81, ONCE),
  ],
  [
    "invitations",
    [plain.INVITATION],
    plain.listOf(plain.invitation),
    (client) => client.listInvitations(4711, ONCE),
  ],
  ["users", [plain.USER, { id: 2 }], plain.listOf(plain.user), (client) => client.listCloudUsers(4711, ONCE)],
];

/** The error with which a service's Clouds cannot be listed; null if they can. */
const errorOfListing = (): Promise<unknown> =>
  createServiceClient(freshConnection())
    .listClouds(ONCE)
    .then(
      () => null,
      (error: unknown) => error,
    );

const READINGS = repeatsOf(1_700);
const TOKEN_BODIES = repeatsOf(3_400);
const CREATED = repeatsOf(1_500);
const ERRORS = repeatsOf(1_500);

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe("changed answers", () => {
  test.each(READS)(
    `${READINGS} of %s: read as they stand, or a ServiceError`,
    async (what, whole, read, call) => {
      const random = randomNumbers(what.length * 7919);
      const client = createServiceClient(freshConnection());
      const counts = { read: 0, refused: 0 };
      for (let n = 0; n < READINGS; n += 1) {
        const bytes = n === 0 ? bytesOf(whole) : mutate(bytesOf(whole), random, TOKENS);
        answerNext = { status: 200, type: JSON_TYPE, bytes };
        const expected = read(plain.plainly(bytes));
        const given = await call(client).catch((thrown: unknown) => {
          if (!(thrown instanceof ServiceError)) throw thrown;
          expect(thrown.kind).toBe("shape");
          return undefined;
        });
        expect(given, bytes.toString("latin1")).toEqual(expected);
        counts[given === undefined ? "refused" : "read"] += 1;
      }
      // Both kinds of result occur.
      expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(READINGS / 17);
    },
  );

  test(`${TOKEN_BODIES} tokens: sent as they stand, or a ServiceError, and never part of its words`, async () => {
    const random = randomNumbers(1);
    const whole = { access_token: "eyJhbGciOi.eyJpc3MiOi.c2ln", expires_in: 3600, token_type: "Bearer" };
    let sent = 0;
    answerNext = { status: 200, type: JSON_TYPE, bytes: Buffer.from("[]") };
    for (let n = 0; n < TOKEN_BODIES; n += 1) {
      tokenNext = mutate(bytesOf(whole), random, TOKENS);
      authorization = undefined;
      const raw = plain.plainly(tokenNext);
      const token = plain.isObject(raw) ? raw["access_token"] : undefined;
      const isUsable = typeof token === "string" && /^[!-~]+$/.test(token);
      const thrown = await errorOfListing();
      expect(authorization, tokenNext.toString("latin1")).toBe(isUsable ? `Bearer ${token}` : undefined);
      if (isUsable) {
        expect(thrown).toBeNull();
        sent += 1;
      } else {
        if (!(thrown instanceof ServiceError)) throw thrown;
        expect(thrown.message).not.toContain("eyJpc3MiOi");
      }
    }
    tokenNext = TOKEN;
    expect(sent).toBeGreaterThan(TOKEN_BODIES / 17);
  });

  test(`${CREATED} answers to what creates: done only with what stands there`, async () => {
    const random = randomNumbers(2);
    const client = createServiceClient(freshConnection());
    const posts: [unknown, plain.Reading, () => Promise<{ kind: string; value?: unknown }>][] = [
      [plain.CLOUD, plain.cloud, () => client.createCloud({ name: "x" })],
      [plain.PROJECT, plain.project, () => client.createProject(4711, { name: "x" })],
      [
        plain.INVITATION,
        plain.invited,
        () => client.invite(4711, { email: "a@b.example", redirect_uri: "https://a.example" }),
      ],
    ];
    const kinds = new Set<string>();
    for (let n = 0; n < CREATED; n += 1) {
      const [whole, read, call] = posts[n % 3] ?? posts[0] ?? [];
      if (read === undefined || call === undefined) throw new Error("no call");
      const status = random() < 0.5 ? 201 : 200;
      const bytes = mutate(bytesOf(whole), random, TOKENS);
      answerNext = { status, type: JSON_TYPE, bytes };
      const expected = read(plain.plainly(bytes));
      const outcome = await call();
      const unusable = status === 201 ? "doneIdLost" : "unknown";
      expect(outcome.kind, bytes.toString("latin1")).toBe(expected === undefined ? unusable : "done");
      if (outcome.kind === "done") expect(outcome.value).toEqual(expected);
      kinds.add(outcome.kind);
    }
    expect([...kinds].toSorted()).toEqual(["done", "doneIdLost", "unknown"]);
  });

  test(`${ERRORS} errors: words are the service's own, bounded and storable`, async () => {
    const random = randomNumbers(3);
    const wholes = [
      { detail: "Not found." },
      {
        name: ["This field is required.", "Ensure this field has no more than 256 characters."],
        non_field_errors: ["No."],
      },
      { already_exists: "This user is already a member of this cloud." },
      { error: "invalid_client", error_description: "x".repeat(900) },
    ];
    const statuses = [300, 400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429, 500, 501, 502, 503];
    let withWords = 0;
    for (let n = 0; n < ERRORS; n += 1) {
      const bytes = mutate(bytesOf(wholes[n % wholes.length]), random, TOKENS);
      answerNext = { status: statuses[n % statuses.length] ?? 400, type: JSON_TYPE, bytes };
      const thrown = await errorOfListing();
      if (!(thrown instanceof ServiceError)) throw new Error("not a ServiceError", { cause: thrown });
      expect(thrown.message.isWellFormed() && !thrown.message.includes("\0")).toBe(true);
      if (thrown.words === null) continue;
      withWords += 1;
      expect(thrown.words.length).toBeLessThanOrEqual(500);
      const texts = plain.textsOf(plain.plainly(bytes)).map(plain.storable);
      const said = texts.join(" ").replaceAll("\ufffd", "");
      const words = thrown.words.replace(/…$/, "").replaceAll("\ufffd", "");
      for (const word of words.split(" ")) expect(said).toContain(word);
    }
    expect(withWords).toBeGreaterThan(ERRORS / 5);
  });
});
