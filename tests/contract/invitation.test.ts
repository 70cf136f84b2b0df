/**
 * Invitations (interface.md endpoint 6): answers, the mail that really goes out, resending, the pending list, withdrawing.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cloudSchema,
  invitationSchema,
  userSchema,
  type CloudRecord,
} from "#lib/service/contract/records.ts";
import { openService, type ServiceUnderTest } from "#tests/support/service-under-test.ts";
import { until } from "#tests/support/until.ts";
import { signedWire, type Wire } from "#tests/support/wire.ts";

let service: ServiceUnderTest;
let call: Wire;
let counter = 0;

beforeAll(async () => {
  service = await openService();
  call = await signedWire(service.baseUrl, service.first);
});
afterAll(() => service.stop());

async function makeCloud(name = "Kanaalzone"): Promise<CloudRecord & { path: string; landing: string }> {
  const cloud = cloudSchema.parse((await call("POST", "/cloud", { name })).body);
  const landing = `${service.origin}/platform/cloud/${String(cloud.id)}`;
  return { ...cloud, path: `/cloud/${String(cloud.id)}/invitation`, landing };
}

function newAddress(): string {
  counter += 1;
  return `person-${String(counter)}-${service.first.clientId}@example.org`;
}

async function mailsFor(
  recipient: string,
  count: number,
): Promise<{ subject: string; text: string; html: string }[]> {
  return until(`${String(count)} mails for ${recipient}`, async () => {
    await service.mailsDelivered();
    const mails = await service.db.mailboxMessage.findMany({ where: { recipient }, orderBy: { id: "asc" } });
    return mails.length >= count ? mails : null;
  });
}

describe("POST …/invitation", () => {
  test("201 with id, email, redirect_uri and the default role 100, and nothing else", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const answer = await call("POST", cloud.path, { email, redirect_uri: cloud.landing });
    expect(answer.status).toBe(201);
    const record = invitationSchema.parse(answer.body);
    expect(record).toEqual({ id: record.id, email, redirect_uri: cloud.landing, role: 100 });
  });

  test("the mail tells what it is about, twice, with one button to redirect_uri", async () => {
    const cloud = await makeCloud("Haus <b>am</b> See");
    const email = newAddress();
    await call("POST", cloud.path, { email, redirect_uri: cloud.landing });
    const [mail] = await mailsFor(email, 1);
    expect(mail?.subject).toBe("Invitation to the Cloud Haus <b>am</b> See");
    expect(mail?.text).toContain(`Application ${service.first.clientId} invites you to work in the Cloud`);
    expect(mail?.html).toContain("Haus &lt;b&gt;am&lt;/b&gt; See");
    expect(mail?.html).not.toContain("<b>am</b>");
    const links = [...(mail?.html ?? "").matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatch(new RegExp(`^${cloud.landing}\\?invitation=[A-Za-z0-9_-]{43}$`));
    expect(mail?.text).toContain(links[0]);
  });

  test.each([
    "https://platform.example.org/cloud/7",
    "https://platform.example.org/cloud/7?x=1&y=2#z",
    "http://localhost:1/platform/cloud/1",
  ])("a landing address elsewhere is linked unchanged: %s", async (landing) => {
    const cloud = await makeCloud();
    const email = newAddress();
    const answer = await call("POST", cloud.path, { email, redirect_uri: landing });
    expect(answer.body).toMatchObject({ redirect_uri: landing });
    const [mail] = await mailsFor(email, 1);
    expect(mail?.html).toContain(`href="${landing.replaceAll("&", "&amp;")}"`);
    expect(mail?.html).not.toContain("invitation=");
    expect(mail?.text).not.toContain("invitation=");
  });

  test("what looks like the own platform but is not gets no token", async () => {
    const cloud = await makeCloud();
    const { hostname, port } = new URL(service.origin);
    for (const landing of [
      `http://${hostname}.evil.example.org:${port}/platform/cloud/1`,
      `http://evil.example.org/platform/cloud/1?${service.origin}/platform/`,
      `${service.origin}/elsewhere/platform/`,
      `${service.origin}/platform/../elsewhere`,
      `${service.origin.replace("http:", "https:")}/platform/cloud/1`,
    ]) {
      const email = newAddress();
      expect((await call("POST", cloud.path, { email, redirect_uri: landing })).status).toBe(201);
      const [mail] = await mailsFor(email, 1);
      expect(mail?.html).not.toMatch(/invitation=[A-Za-z0-9_-]{43}/);
    }
  });

  test("the link comes from configuration, not from the request's headers", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const headers = {
      "x-forwarded-host": "evil.example.org",
      "x-forwarded-proto": "https",
      forwarded: "host=evil",
    };
    await call("POST", cloud.path, { email, redirect_uri: cloud.landing }, headers);
    const [mail] = await mailsFor(email, 1);
    expect(`${mail?.html ?? ""}${mail?.text ?? ""}`).not.toContain("evil");
  });

  test("role 50 is taken, forms too", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const form = new URLSearchParams({ email, redirect_uri: cloud.landing, role: "50" });
    expect((await call("POST", cloud.path, form)).body).toMatchObject({ email, role: 50 });
  });

  const BLANK = "This field may not be blank.";
  const NO_EMAIL = "Enter a valid email address.";
  const NO_URL = "Enter a valid URL.";
  test.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    ["nothing", {}, { email: ["This field is required."], redirect_uri: ["This field is required."] }],
    [
      "null",
      { email: null, redirect_uri: null },
      { email: ["This field may not be null."], redirect_uri: ["This field may not be null."] },
    ],
    ["blank", { email: " ", redirect_uri: "" }, { email: [BLANK], redirect_uri: [BLANK] }],
    ["no address", { email: "anna" }, { email: [NO_EMAIL] }],
    ["two addresses", { email: "a@example.org,b@example.org" }, { email: [NO_EMAIL] }],
    ["a name with it", { email: "Anna <a@example.org>" }, { email: [NO_EMAIL] }],
    ["a quoted one", { email: '"a@evil.example"@example.org' }, { email: [NO_EMAIL] }],
    ["a header in it", { email: "a@example.org\r\nBcc: b@example.org" }, { email: [NO_EMAIL] }],
    ["full-width at", { email: "a＠example.org" }, { email: [NO_EMAIL] }],
    ["NUL", { email: "a\0@example.org" }, { email: ["Null characters are not allowed."] }],
    [
      "too long",
      { email: `${"a".repeat(250)}@example.org` },
      { email: ["Ensure this field has no more than 256 characters."] },
    ],
    ["a list", { email: ["a@example.org"] }, { email: ["Not a valid string."] }],
    ["an object", { email: { path: "/etc/passwd" } }, { email: ["Not a valid string."] }],
    ["a script", { redirect_uri: "javascript:alert(1)" }, { redirect_uri: [NO_URL] }],
    ["a path", { redirect_uri: "/platform/cloud/1" }, { redirect_uri: [NO_URL] }],
    ["a break", { redirect_uri: "https://example.org/\r\nX: y" }, { redirect_uri: [NO_URL] }],
    [
      "513 characters",
      { redirect_uri: `https://example.org/${"a".repeat(493)}` },
      { redirect_uri: ["Ensure this field has no more than 512 characters."] },
    ],
    ["another role", { role: 75 }, { role: ['"75" is not a valid choice.'] }],
    ["a role in words", { role: "admin" }, { role: ["A valid integer is required."] }],
    ["no role", { role: null }, { role: ["This field may not be null."] }],
  ])("%s: 400 and no mail", async (_what, body, expected) => {
    const cloud = await makeCloud();
    const good = { email: newAddress(), redirect_uri: cloud.landing };
    const sent = Object.keys(body).length === 0 ? {} : { ...good, ...body };
    const answer = await call("POST", cloud.path, sent);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: expected });
    expect((await call("GET", cloud.path)).body).toEqual([]);
    expect(await service.db.outboxMail.count({ where: { recipient: good.email } })).toBe(0);
  });

  test("the same address again: 201, the same id, another mail, a new link, what was asked last", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const once = await call("POST", cloud.path, { email, redirect_uri: cloud.landing });
    const again = await call("POST", cloud.path, {
      email: email.toUpperCase(),
      redirect_uri: `${cloud.landing}?again`,
      role: 50,
    });
    const { id } = invitationSchema.parse(once.body);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 201,
      body: { id, email: email.toUpperCase(), redirect_uri: `${cloud.landing}?again`, role: 50 },
    });
    expect((await call("GET", cloud.path)).body).toEqual([again.body]);
    await service.mailsDelivered();
    const rows = await until("both mails", async () => {
      const mails = await service.db.mailboxMessage.findMany({
        where: { recipient: { equals: email, mode: "insensitive" } },
      });
      return mails.length === 2 ? mails : null;
    });
    const tokens = rows.map((mail) => /invitation=([\w-]+)/.exec(mail.text)?.[1]);
    expect(new Set(tokens).size).toBe(2);
  });

  test("fifty at once for one address are one invitation", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call("POST", cloud.path, { email, redirect_uri: cloud.landing })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => invitationSchema.parse(answer.body).id)).size).toBe(1);
    expect((await call("GET", cloud.path)).body).toHaveLength(1);
  });

  test("a current member: 400 already_exists, a text, and no mail", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    await service.db.serviceMember.create({
      data: {
        role: 50,
        cloud: { connect: { id: cloud.id } },
        user: {
          create: {
            sub: crypto.randomUUID(),
            email,
            firstname: "Marieke",
            lastname: "de Jong",
            passwordHash: "canary-password-hash",
          },
        },
      },
    });
    const answer = await call("POST", cloud.path, { email, redirect_uri: cloud.landing });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { already_exists: "This user is already a member of this cloud." },
    });
    expect(await service.db.outboxMail.count({ where: { recipient: email } })).toBe(0);
  });
});

describe("the sender's view", () => {
  test("list, one, withdraw: 200, 200, 204, then gone and the link is dead", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const made = await call("POST", cloud.path, { email, redirect_uri: cloud.landing });
    const { id } = invitationSchema.parse(made.body);
    expect(await call("GET", cloud.path)).toMatchObject({ status: 200, body: [made.body] });
    expect(await call("GET", `${cloud.path}/${String(id)}`)).toMatchObject({ status: 200, body: made.body });
    const withdrawn = await call("DELETE", `${cloud.path}/${String(id)}`);
    expect({ status: withdrawn.status, body: withdrawn.body }).toEqual({ status: 204, body: null });
    expect((await call("GET", cloud.path)).body).toEqual([]);
    for (const method of ["GET", "DELETE"]) {
      expect((await call(method, `${cloud.path}/${String(id)}`)).status).toBe(404);
    }
  });

  test("no answer ever carries a link or a token", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const made = await call("POST", cloud.path, { email, redirect_uri: cloud.landing });
    const [mail] = await mailsFor(email, 1);
    const token = /invitation=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(token).toHaveLength(43);
    const list = await call("GET", cloud.path);
    expect(JSON.stringify([made.body, list.body])).not.toContain(token);
    const row = await service.db.serviceInvitation.findUniqueOrThrow({
      where: { id: invitationSchema.parse(made.body).id },
    });
    expect(JSON.stringify(row)).not.toContain(token);
    const waiting = await service.db.outboxMail.findMany({ where: { recipient: email } });
    expect(waiting.map((entry) => entry.bodyCipher)).toEqual([null]);
  });

  test("users of a cloud: whole records, nothing secret; removing one: 204", async () => {
    const cloud = await makeCloud();
    const email = newAddress();
    const { user } = await service.db.serviceMember.create({
      data: {
        role: 100,
        cloud: { connect: { id: cloud.id } },
        user: {
          create: {
            sub: crypto.randomUUID(),
            email,
            firstname: "Élodie",
            lastname: "Marchand",
            passwordHash: "canary-password-hash",
          },
        },
      },
      include: { user: true },
    });
    const users = `/cloud/${String(cloud.id)}/user`;
    const answer = await call("GET", users);
    expect(answer.status).toBe(200);
    const [record] = userSchema.array().parse(answer.body);
    expect(record).toMatchObject({ id: user.id, email, firstname: "Élodie", cloud_role: 100, sub: user.sub });
    expect(JSON.stringify(answer.body)).not.toContain("canary");
    expect((await call("DELETE", `${users}/${String(user.id)}`)).status).toBe(204);
    expect((await call("GET", users)).body).toEqual([]);
    expect((await call("DELETE", `${users}/${String(user.id)}`)).status).toBe(404);
  });
});
