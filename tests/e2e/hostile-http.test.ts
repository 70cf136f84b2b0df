/**
 * What no browser sends: requests that two servers would read differently, and forged bodies of server actions. The product answers each,
 * runs none, keeps nothing for the next person, and continues to work.
 */
import { db, expect, product, test } from "#tests/support/browser.ts";
import { askCsrf, signInOverHttp } from "#tests/support/http-sign-in.ts";
import { sendRaw } from "#tests/support/raw-request.ts";
import { readActionIds } from "#tests/support/server-actions.ts";

let admin = "";
let port = "";
let host = "";

test.beforeAll(async () => {
  ({ port, host } = new URL(product.origin));
  admin = await signInOverHttp(product.origin, product);
});
test("the address of the session tells a stranger nothing, and somebody signed in no more than when it ends", async () => {
  const ask = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(`${product.origin}/api/auth/session`, { headers })).json();
  expect(await ask({})).toEqual({});
  expect(await ask({ cookie: "portico.session=made.up" })).toEqual({});
  expect(Object.keys((await ask({ cookie: admin })) as object)).toEqual(["expires"]);
});

for (const path of ["callback/credentials", "signout"])
  test(`a body that is no form is refused at /api/auth/${path}`, async () => {
    for (const [type, body] of [
      ["application/json", '{"csrfToken":'],
      ["text/plain;charset=UTF-8", "csrfToken=1"],
      ["application/x-www-form-urlencoded2", "csrfToken=1"],
    ] as const) {
      const headers = { "content-type": type };
      const answer = await fetch(`${product.origin}/api/auth/${path}`, { method: "POST", headers, body });
      expect(answer.status, type).toBe(415);
      expect(await answer.text()).toContain("application/x-www-form-urlencoded");
    }
  });

test("a browser that signed in is remembered by a cookie that no script reads; a refused sign-in says how long to wait", async () => {
  const { csrfToken, cookie } = await askCsrf(product.origin);
  const signIn = (email: string, password: string): Promise<Response> =>
    fetch(`${product.origin}/api/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    });
  const set = (await signIn(product.adminEmail, product.adminPassword)).headers.getSetCookie();
  const remembered = set.find((each) => /^(?:__Host-)?portico\.browser=/.test(each));
  expect(remembered).toMatch(/; HttpOnly/i);
  expect(remembered).toMatch(/; SameSite=lax/i);
  expect(remembered).not.toContain(product.adminEmail);

  let refused = await signIn("nobody@hostile.example", "a guess");
  expect(refused.headers.getSetCookie().join()).not.toContain("portico.browser");
  for (let n = 0; n < 10 && refused.status === 401; n += 1)
    refused = await signIn("nobody@hostile.example", "a guess");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("RATE_LIMITED");
});

test("S28: what two servers could read differently is refused, and nothing hidden in it is answered", async () => {
  const get = (target: string, headers: string): string =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`;
  const hidden = `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const post = (headers: string, body: string): string =>
    `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${product.origin}\r\n${headers}\r\n${body}`;
  const refused: Record<string, string> = {
    "length and chunks": post(`Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`),
    "two lengths": post(`Content-Length: 0\r\nContent-Length: ${String(hidden.length)}\r\n`, hidden),
    "a length that is none": post("Content-Length: +0\r\n", hidden),
    "an unknown coding": post("Transfer-Encoding: xchunked\r\n", hidden),
    "chunked twice": post("Transfer-Encoding: chunked, chunked\r\n", `0\r\n\r\n${hidden}`),
    "a chunk size that is none": post("Transfer-Encoding: chunked\r\n", `0x0\r\n\r\n${hidden}`),
    "a blank before the colon": get("/sign-in", `Content-Length : 0\r\n`),
    "a folded header": get("/sign-in", `X-A: b\r\n Host: evil.example\r\n`),
    "a bare line feed": `GET /sign-in HTTP/1.1\nHost: ${host}\n\n`,
    "no host": "GET /sign-in HTTP/1.1\r\n\r\n",
    "NUL in a header": get("/sign-in", "X-A: \0\r\n"),
    "a version that is none": `GET /sign-in HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    "headers of 64 KiB": get("/sign-in", `X-A: ${"a".repeat(65_536)}\r\n`),
  };
  const wrong: string[] = [];
  const sent = Object.entries(refused).map(
    async ([name, text]) => [name, await sendRaw(Number(port), text)] as const,
  );
  for (const [name, answer] of await Promise.all(sent)) {
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status ?? "");
    if (statuses.some((status) => !status.startsWith("4")) || answer.includes('"status"'))
      wrong.push(`${name}: ${statuses.join(" ")}`);
  }
  expect(wrong).toEqual([]);
  const elsewhere = [
    get("http://169.254.169.254/latest/meta-data", "Connection: Upgrade\r\nUpgrade: websocket\r\n"),
    get("http://evil.example/clouds", ""),
    get("//evil.example/%2e%2e/clouds", ""),
    `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `TRACE /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Canary: canary\r\n\r\n`,
  ];
  const told = elsewhere.map(async (text) => [text, await sendRaw(Number(port), text)] as const);
  for (const [text, answer] of await Promise.all(told)) {
    expect(answer, text).not.toMatch(/^HTTP\/1\.1 (?:101|5)/);
    expect(answer, text).not.toMatch(/canary|Location: (?:https?:)?\/\/evil/i);
  }
  expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
});

test("S28: a body that is larger than its address takes is refused in the words of the address, announced or not", async () => {
  const MIB = 1024 * 1024;
  const json = { "content-type": "application/json" };
  const kinds: [path: string, bytes: number, headers: Record<string, string>, words: RegExp][] = [
    ["/api/auth/callback/credentials", 16 * 1024, {}, /limit of 16 KiB/],
    [
      "/service/auth/realms/portico/protocol/openid-connect/token",
      65_536,
      {},
      /"error_description":"The body is/,
    ],
    ["/service/cloud", MIB, json, /^\{"detail":"The request body is larger than 1 MiB\."\}$/],
    ["/api/views", MIB, { ...json, cookie: admin }, /"code":"VALIDATION"/],
    [
      "/forgotten",
      65_536,
      { "next-action": "4f" },
      /^Nothing was done: The request is larger than the limit of 64 KiB/,
    ],
    ["/staff", 2 * MIB, { cookie: admin }, /^<!doctype html>[^]*limit of 2 MiB/],
    ["/clouds/new", 20 * MIB, { cookie: admin }, /^<!doctype html>[^]*limit of 20 MiB/],
    [
      "/clouds/new",
      65_536,
      { cookie: admin.replace(/=.*$/, "=made-up") },
      /^<!doctype html>[^]*limit of 64 KiB/,
    ],
  ];
  for (const [path, bytes, headers, words] of kinds) {
    const whole = Buffer.alloc(bytes + 1, "a");
    const sent = { method: "POST", headers: { origin: product.origin, ...headers } };
    const announced = await fetch(product.origin + path, { ...sent, body: whole });
    expect({ path, status: announced.status }).toEqual({ path, status: 413 });
    expect(await announced.text(), path).toMatch(words);
    const counted = await fetch(product.origin + path, {
      ...sent,
      body: new Blob([whole]).stream(),
      duplex: "half",
    } as RequestInit);
    expect({ path, status: counted.status }).toEqual({ path, status: 413 });
    await counted.arrayBuffer();
  }
});

test("S28: of next-auth only what the portal uses answers", async () => {
  const gone = [
    "_log",
    "providers",
    "error",
    "signin",
    "signin/credentials",
    "verify-request",
    "signout",
    "%5flog",
    "",
  ];
  for (const name of gone) {
    for (const method of ["GET", ...(name === "signout" ? [] : ["POST"])]) {
      const body = method === "POST" ? "x=1" : null;
      const answer = await fetch(`${product.origin}/api/auth/${name}`, { method, body, redirect: "manual" });
      expect({ name, method, status: answer.status }).toEqual({ name, method, status: 404 });
    }
  }
  for (const name of ["csrf", "session"])
    expect((await fetch(`${product.origin}/api/auth/${name}`)).status).toBe(200);
});

test("S32: bodies of server actions made up by hand run nothing, name nothing of the inside, and stop nobody", async () => {
  const action = (await readActionIds()).get("app/(portal)/staff/actions.ts#inviteStaffAction")?.id ?? "";
  expect(action).not.toBe("");
  const chain = (n: number): string =>
    JSON.stringify(Array.from({ length: n }, (_, at) => `$${String(at + 1)}`));
  const bodies: Record<string, string>[] = [
    { "0": '["$1:__proto__:then"]', "1": "{}" },
    { "0": '["$1:constructor:constructor"]', "1": '{"a":1}' },
    {
      "0": '{"then":"$1:then","status":"resolved_model","reason":-1,"value":"{}","_response":{"_prefix":"x"}}',
      "1": '"$@0"',
    },
    { "0": '["$B1337"]' },
    { "0": '["$F1"]', "1": '{"id":"child_process#execSync","bound":["id"]}' },
    { "0": '["$h1"]', "1": '{"id":"vm#runInThisContext","bound":["1"]}' },
    { "0": '["$@0"]' },
    { "0": '["$0"]' },
    { "0": '["$1"]', "1": '["$0"]' },
    { "0": chain(2_000) },
    { "0": "[".repeat(20_000) },
    { "0": `["$n${"9".repeat(100_000)}"]` },
    { "0": '["$Q1"]', "1": '[["__proto__",{"role":"ADMINISTRATOR"}]]' },
    { "0": '["$W0"]' },
    { "0": '["$i0"]' },
    { "0": '["$R0","$r0","$x0","$X0"]' },
    { "0": '["$D9999999999999","$I","$-0","$N","$u"]' },
    {
      _1___proto__: "x",
      _1_email: "a",
      _1_constructor: "x",
      _1_role: "ADMINISTRATOR",
      "0": '[null,"$K1"]',
    },
    { "0": "\0", "1": "\ud800" },
    { "": "", __proto__: "{}", constructor: "{}" },
  ];
  const before = await db.staffInvitation.count();
  const wrong: string[] = [];
  for (const fields of bodies) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const answer = await fetch(`${product.origin}/staff`, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(20_000),
      headers: { "next-action": action, origin: product.origin, cookie: admin, accept: "text/x-component" },
    });
    const text = await answer.text();
    if (/uid=\d|node_modules|\bat [\w.]+ \(|SyntaxError|TypeError/.test(text))
      wrong.push(`${JSON.stringify(fields).slice(0, 80)}: ${text.slice(0, 200)}`);
  }
  for (const id of ["__proto__", "constructor", "0".repeat(42), action.slice(0, -1), `${action}/../x`]) {
    const answer = await fetch(`${product.origin}/staff`, {
      method: "POST",
      body: "[]",
      headers: { "next-action": id, origin: product.origin, cookie: admin },
    });
    if (answer.status < 400 && (await answer.text()).includes("Object.prototype")) wrong.push(id);
  }
  expect(wrong).toEqual([]);
  expect(await db.staffInvitation.count()).toBe(before);
  expect(({} as Record<string, unknown>)["role"]).toBeUndefined();
  expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
});

test("S38: what a signed-in person is given may be kept by no cache that another person is served from", async () => {
  const addresses = [
    "/",
    "/clouds",
    "/exports",
    "/staff",
    "/settings/tokens",
    "/api/views",
    "/api/audit/file?format=csv",
  ];
  for (const address of addresses) {
    for (const headers of [
      { cookie: admin },
      { cookie: admin, rsc: "1" },
      { cookie: admin, range: "bytes=0-10" },
    ]) {
      const answer = await fetch(product.origin + address, { headers });
      await answer.arrayBuffer();
      const kept = answer.headers.get("cache-control") ?? "";
      expect(kept, `${address} ${JSON.stringify(Object.keys(headers))}`).toMatch(/\bno-store\b|\bprivate\b/);
      expect(kept).not.toMatch(/public|s-maxage|immutable/);
    }
  }
});
