/**
 * Emails of the service over real SMTP: what a mail server gets, byte by byte, and what happens when the server is down, hesitates,
 * refuses, hangs up or does not answer. The invitation remains valid in every case.
 */
import PostalMime, { type Email } from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { OutboxMailModel } from "#lib/db/client.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { englishIn } from "#tests/support/english-left.ts";
import { inGerman, knowGerman, wordsOf } from "#tests/support/in-german.ts";
import { startSmtp } from "#tests/support/smtp-server.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { signedWire } from "#tests/support/wire.ts";
import { addUser, invite, makeCloud } from "./people.ts";

type Received = { from: string; recipients: string[]; raw: Buffer };
type Behaviour = "accept" | "greylist" | "refuse-recipient" | "hang-up-after-data";

let behaviour: Behaviour = "accept";
const received: Received[] = [];
const stopClock = useStoppedClock();

function answerTo(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

const options: SMTPServerOptions = {
  disabledCommands: ["STARTTLS"],
  onRcptTo(address, _session, done) {
    if (behaviour === "greylist") done(answerTo(451, "greylisted, come back later"));
    else if (behaviour === "refuse-recipient" && address.address.startsWith("gone")) {
      done(answerTo(550, "no such mailbox, token=canary-secret"));
    } else done();
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      received.push({
        from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
        recipients: session.envelope.rcptTo.map((recipient) => recipient.address),
        raw: Buffer.concat(chunks),
      });
      if (behaviour === "hang-up-after-data") smtp.server.connections.forEach((open) => open.close());
      else done();
    });
  },
};

knowGerman();
// Not a port that the system hands out: while the mail server is down, somebody else would get it.
let smtp = await startSmtp(options, await findFreePort());
const service = await useServiceServer({
  smtpUrl: `smtp://127.0.0.1:${String(smtp.port)}`,
  mailFrom: '"Portico, the portal" <portico@example.org>',
});
const call = await signedWire(service.baseUrl, await service.register("mail-tests"));
afterAll(() => smtp.stop());
beforeEach(() => {
  behaviour = "accept";
  received.length = 0;
});

/** Invites these to one Cloud; returns its path. */
async function inviteAll(...emails: string[]): Promise<string> {
  const cloudId = await makeCloud(call, "Kanaalzone");
  for (const email of emails) await invite(service, call, { cloudId, email });
  return `/cloud/${String(cloudId)}`;
}

async function onlyMail(): Promise<Received & { parsed: Email }> {
  expect(received).toHaveLength(1);
  const [mail] = received;
  if (mail === undefined) throw new Error("No mail came.");
  return { ...mail, parsed: await PostalMime.parse(mail.raw) };
}

function outboxOf(recipient: string): Promise<OutboxMailModel> {
  return service.db.outboxMail.findFirstOrThrow({ where: { recipient } });
}

async function nextJobAt(): Promise<Date | undefined> {
  const rows = await service.db.$queryRaw<{ run_at: Date }[]>`
    select run_at from graphile_worker.jobs order by id desc limit 1`;
  return rows[0]?.run_at;
}

describe("a mail that arrives", () => {
  test("has one recipient, HTML and text with the same link, and can be answered by nobody's machine", async () => {
    const path = await inviteAll("Marieke.de.Jong@Bouwgroep-Oost.example");
    await service.deliverMails();
    const mail = await onlyMail();
    expect(mail.from).toBe("portico@example.org");
    expect(mail.recipients).toEqual(["Marieke.de.Jong@bouwgroep-oost.example"]);
    const { parsed } = mail;
    expect(parsed.from).toMatchObject({ name: "Portico, the portal", address: "portico@example.org" });
    expect(parsed.to).toEqual([{ name: "", address: "Marieke.de.Jong@bouwgroep-oost.example" }]);
    expect(parsed.cc).toBeUndefined();
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject).toBe("Invitation to the Cloud Kanaalzone");
    expect(parsed.headers.find((header) => header.key === "auto-submitted")?.value).toBe("auto-generated");
    const link = /href="([^"]+)"/.exec(parsed.html ?? "")?.[1] ?? "";
    expect(link).toMatch(new RegExp(`^${service.origin}/platform${path}\\?invitation=[\\w-]{43}$`));
    expect(parsed.text).toContain(link);
    expect(parsed.attachments).toEqual([]);
    expect(await outboxOf("Marieke.de.Jong@bouwgroep-oost.example")).toMatchObject({
      attempts: 1,
      lastError: null,
      failedAt: null,
    });
  });

  test("who asked in German gets German mails; an invitation, whose reader's language nobody knows, says each sentence in both", async () => {
    const { requestPasswordReset } = await import("#lib/service/server/platform/passwords.ts");
    const email = "liest.deutsch@example.org";
    await addUser(service.db, email);
    await inGerman(async () => {
      await requestPasswordReset(service.db, { email, networkAddress: "198.51.100.7" });
      await inviteAll("noch.fremd@example.org");
    });
    await service.deliverMails();
    const mails = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
    const [reset, invitation] = mails
      .toSorted((a, b) => (a.subject ?? "").localeCompare(b.subject ?? ""))
      .reverse();
    expect(reset?.subject).toBe("Neues Passwort festlegen");
    expect(reset?.html).toContain('<html lang="de">');
    expect(englishIn(wordsOf(reset?.text ?? ""))).toEqual([]);
    expect(invitation?.text).toMatch(
      / invites you to work in the Cloud .* lädt Sie ein, in der Cloud .*Open invitation · Einladung öffnen/s,
    );
  });

  test("delivering twice sends once", async () => {
    await inviteAll("twice@example.org");
    const { id } = await service.db.outboxMail.findFirstOrThrow({
      where: { recipient: "twice@example.org" },
    });
    await service.deliverMails();
    const { deliverMail } = await import("#lib/mail/deliver.ts");
    await deliverMail(id, service.db);
    expect(received).toHaveLength(1);
  });
});

/** What the overview tells staff. */
async function shownOnOverview(): Promise<string> {
  const items = await listAttention(service.db);
  return items.flatMap(({ kind, title, detail }) => (kind === "mail" ? [`${title}: ${detail}`] : [])).join();
}

describe("a mail server in trouble", () => {
  beforeEach(async () => {
    // From earlier tests: the overview names the oldest.
    await service.db.outboxMail.deleteMany({ where: { deliveredAt: null } });
  });

  test("down: the invitation stands, the mail waits with its reason and is delivered later", async () => {
    await smtp.stop();
    const path = await inviteAll("down@example.org");
    await service.deliverMails();
    expect((await call("GET", `${path}/invitation`)).body).toHaveLength(1);
    const waiting = await outboxOf("down@example.org");
    expect(waiting).toMatchObject({ attempts: 1, failedAt: null, deliveredAt: null });
    expect(waiting.lastError).toContain("ECONNREFUSED");
    expect(await shownOnOverview()).toMatch(
      /^1 email of the built-in service not delivered: To down@example\.org: .*ECONNREFUSED.*Portico tries again automatically\.$/s,
    );
    smtp = await startSmtp(options, smtp.port);
    await service.deliverMails();
    const mail = await onlyMail();
    expect(mail.recipients).toEqual(["down@example.org"]);
    expect(await outboxOf("down@example.org")).toMatchObject({ attempts: 2, lastError: null });
  });

  test("greylisting: tried again later, six times over a day, then given up with the reason", async () => {
    behaviour = "greylist";
    await inviteAll("grey@example.org");
    const clock = stopClock();
    const start = clock.ms;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await service.deliverMails();
      const runAt = (await nextJobAt())?.getTime() ?? 0;
      waits.push(Math.round((runAt - clock.ms) / 60_000));
      clock.ms = runAt;
      expect((await outboxOf("grey@example.org")).failedAt).toBeNull();
    }
    expect(waits).toEqual([1, 10, 60, 300, 1080]);
    expect(clock.ms - start).toBeGreaterThanOrEqual(24 * 60 * 60_000);
    await service.deliverMails();
    const given = await outboxOf("grey@example.org");
    expect(given).toMatchObject({ attempts: 6, deliveredAt: null });
    expect(given.failedAt).not.toBeNull();
    expect(given.lastError).toContain("greylisted");
    const { listUndeliveredMail } = await import("#lib/mail/outbox.ts");
    expect(await listUndeliveredMail(service.db)).toContainEqual(
      expect.objectContaining({ recipient: "grey@example.org", givenUp: true, attempts: 6 }),
    );
    expect(await shownOnOverview()).toMatch(/To grey@example\.org: .*Portico does not try again/s);
  });

  test("one refused address of many: that one is final at once, the others arrive; secrets in its words are not kept", async () => {
    behaviour = "refuse-recipient";
    const path = await inviteAll("gone@example.org", "here@example.org", "there@example.org");
    await service.deliverMails();
    expect(received.flatMap((mail) => mail.recipients).toSorted()).toEqual([
      "here@example.org",
      "there@example.org",
    ]);
    const refused = await outboxOf("gone@example.org");
    expect(refused.attempts).toBe(1);
    expect(refused.failedAt).not.toBeNull();
    expect(refused.lastError).toContain("no such mailbox");
    expect(refused.lastError).not.toContain("canary");
    expect(await shownOnOverview()).toMatch(/To gone@example\.org: .*no such mailbox, token=\[redacted\]/);
    expect((await call("GET", `${path}/invitation`)).body).toHaveLength(3);
  });

  test("hung up after the mail was taken: sent again as the same mail, one invitation", async () => {
    behaviour = "hang-up-after-data";
    const path = await inviteAll("unsure@example.org");
    await service.deliverMails();
    expect(await outboxOf("unsure@example.org")).toMatchObject({ attempts: 1, deliveredAt: null });
    behaviour = "accept";
    await service.deliverMails();
    expect(received).toHaveLength(2);
    const ids = await Promise.all(received.map(async (mail) => (await PostalMime.parse(mail.raw)).messageId));
    expect(ids[0]).toBe(ids[1]);
    expect((await call("GET", `${path}/invitation`)).body).toHaveLength(1);
  });

  test("the health check tells the truth, asks at most every 30 s, and repeats no words of the mail server", async () => {
    const { checkMail } = await import("#lib/mail/deliver.ts");
    const ready = { kind: "smtp", trouble: null };
    const trouble = "the mail server does not take mail now; the log has the cause";
    const clock = stopClock();
    expect(await checkMail()).toEqual(ready);
    await smtp.stop();
    clock.ms += 29_999;
    expect(await checkMail()).toEqual(ready);
    clock.ms += 1;
    expect(await checkMail()).toEqual({ kind: "smtp", trouble });
    smtp = await startSmtp(options, smtp.port);
    clock.ms += 30_000;
    expect(await checkMail()).toEqual(ready);
  });
});
