/**
 * What an invitation sends (docs/service "Invitation"): the email, its single link, and that no answer ever contains a link. The answers
 * themselves: operations/invite.test.ts and its neighbours.
 */
import { afterAll, describe, expect, test } from "vitest";
import { cloudSchema, invitationSchema, type CloudRecord } from "#lib/service/contract/records.ts";
import { openService } from "#tests/support/service-under-test.ts";
import { until } from "#tests/support/until.ts";
import { signedWire } from "#tests/support/wire.ts";

let counter = 0;

const service = await openService();
const call = await signedWire(service.baseUrl, service.first);
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
): Promise<{ subject: string; topic: string; text: string; html: string }[]> {
  return until(`${String(count)} mails for ${recipient}`, async () => {
    await service.mailsDelivered();
    const mails = await service.db.mailboxMessage.findMany({ where: { recipient }, orderBy: { id: "asc" } });
    return mails.length >= count ? mails : null;
  });
}

/** Invites a new address, and returns the answer and the mail. */
async function invite(path: string, landing: string, headers?: Record<string, string>) {
  const email = newAddress();
  const answer = await call("POST", path, { email, redirect_uri: landing }, headers);
  expect(answer.status).toBe(201);
  const [mail] = await mailsFor(email, 1);
  return { email, answer, mail };
}

describe("the mail of an invitation", () => {
  test("the mail tells what it is about, twice, with one button to redirect_uri", async () => {
    const cloud = await makeCloud("Haus <b>am</b> See");
    const { mail } = await invite(cloud.path, cloud.landing);
    expect(mail?.topic).toBe(cloud.path.slice(1));
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
    const { answer, mail } = await invite((await makeCloud()).path, landing);
    expect(answer.body).toMatchObject({ redirect_uri: landing });
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
      const { mail } = await invite(cloud.path, landing);
      expect(mail?.html).not.toMatch(/invitation=[A-Za-z0-9_-]{43}/);
    }
  });

  test("the link comes from configuration, not from the request's headers", async () => {
    const cloud = await makeCloud();
    const forwarded = { "x-forwarded-host": "evil.example.org", forwarded: "host=evil" };
    const headers = { ...forwarded, "x-forwarded-proto": "https" };
    const { mail } = await invite(cloud.path, cloud.landing, headers);
    expect(`${mail?.html ?? ""}${mail?.text ?? ""}`).not.toContain("evil");
  });

  test("no answer ever carries a link or a token", async () => {
    const cloud = await makeCloud();
    const { email, answer, mail } = await invite(cloud.path, cloud.landing);
    const token = /invitation=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(token).toHaveLength(43);
    const list = await call("GET", cloud.path);
    expect(JSON.stringify([answer.body, list.body])).not.toContain(token);
    const row = await service.db.serviceInvitation.findUniqueOrThrow({
      where: { id: invitationSchema.parse(answer.body).id },
    });
    expect(JSON.stringify(row)).not.toContain(token);
    const waiting = await service.db.outboxMail.findMany({ where: { recipient: email } });
    expect(waiting.map((entry) => entry.bodyCipher)).toEqual([null]);
  });
});
