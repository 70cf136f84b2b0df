/**
 * What is really sent to a mail server, byte by byte: one recipient, the parsed one, whatever was typed; and what follows from a mail
 * server's misbehaviour. How an email is tried again: integration/service/mail.
 */
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { parseAddress } from "#lib/core/address.ts";
import { sendBySmtp, type MailServer, type SendResult } from "#lib/mail/smtp.ts";
import { DOMAINS, LOCALS } from "#tests/support/addresses.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { POLITE, startRawSmtp } from "#tests/support/raw-smtp.ts";
import { startSmtp } from "#tests/support/smtp-server.ts";
import { mailTo, SENDER } from "./mails.ts";

/** A mail server that need not have TLS, like one on this machine. */
const plain = (url: string): MailServer => ({ url, isTlsRequired: false });

/** For servers that keep silent. */
const SHORT = { connectMs: 300, silenceMs: 300 };

const smtp = await startRawSmtp();
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.commands.length = 0;
  smtp.messages.length = 0;
  smtp.reply = POLITE;
});

async function send(recipient: string): Promise<SendResult> {
  return sendBySmtp(plain(smtp.url), SENDER, mailTo(recipient), { connectMs: 5_000, silenceMs: 5_000 });
}

/** Sends to an address and returns the recipient that the mail server was given. */
async function recipientsOf(address: string): Promise<string[]> {
  smtp.commands.length = 0;
  expect(await send(address)).toEqual({ ok: true });
  return smtp.commands.filter((line) => /^RCPT/i.test(line)).map(withAsciiDomain);
}

/** For servers that accept UTF-8 an international domain may be written either way (RFC 6531 section 3.2). */
function withAsciiDomain(line: string): string {
  return line.replace(/@([^@<>]+)>$/, (_whole, domain: string) => `@${domainToASCII(domain)}>`);
}

describe("one recipient, the parsed one", () => {
  test("200 addresses that are taken reach RCPT TO as they were normalised", async () => {
    for (const local of LOCALS) {
      for (const [typed, domain] of DOMAINS) {
        const parsed = parseAddress(` ${local}@${typed} `);
        const email = `${local.normalize("NFC")}@${domain}`;
        expect(parsed).toMatchObject({ ok: true, email });
        expect(await recipientsOf(email)).toEqual([`RCPT TO:<${email}>`]);
      }
    }
    expect(smtp.messages).toHaveLength(LOCALS.length * DOMAINS.length);
    for (const message of smtp.messages) {
      const headers = message.split("\r\n\r\n")[0] ?? "";
      expect(headers.split("\r\n").filter((line) => /^(?:to|cc|bcc):/i.test(line))).toHaveLength(1);
    }
  });

  test("whatever is taken, the server is told exactly that one", async () => {
    const piece = fc.constantFrom(...charsOf('aB.@＠"<>,;: \\()é'), "\r\n");
    const typed = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.array(piece, { maxLength: 12 }).map((parts) => `${parts.join("")}@example.org`),
      },
      { weight: 1, arbitrary: fc.emailAddress() },
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const parsed = parseAddress(text);
        if (!parsed.ok) return;
        taken += 1;
        expect(await recipientsOf(parsed.email)).toEqual([`RCPT TO:<${parsed.email}>`]);
        expect(smtp.commands.filter((line) => /^(?:MAIL|DATA)/i.test(line))).toHaveLength(2);
      }),
      { numRuns: 400 },
    );
    expect(taken).toBeGreaterThan(40);
  });
});

describe("a mail server that misbehaves", () => {
  const replyTo = (command: RegExp, answer: string | null) => (line: string) =>
    command.test(line) ? answer : POLITE(line);

  test.each<[what: string, command: RegExp, answer: string, final: boolean]>([
    ["greylists the recipient", /^RCPT/, "451 4.7.1 come back later", false],
    ["has a full mailbox", /^RCPT/, "452 4.2.2 mailbox full", false],
    ["knows no such recipient", /^RCPT/, "550 5.1.1 no such mailbox", true],
    ["does not relay", /^RCPT/, "554 5.7.1 relay denied", true],
    ["does not take the sender", /^MAIL/, "553 5.1.8 unknown sender", true],
    ["hesitates over the sender", /^MAIL/, "450 4.1.8 try again", false],
    ["refuses the message", /^\.$/, "554 5.6.0 looks like spam", true],
    ["cannot store the message now", /^\.$/, "452 4.3.1 no room", false],
    ["is going down", /^MAIL/, "421 4.3.2 shutting down", false],
    ["answers nonsense", /^RCPT/, "hello there", false],
  ])("%s", async (_what, command, answer, final) => {
    smtp.reply = replyTo(command, answer);
    const result = await send("anna@example.org");
    expect(result).toMatchObject({ ok: false, final });
    if (!result.ok && /^\d/.test(answer)) expect(result.reason).toContain(answer.slice(0, 3));
  });

  test("hangs after DATA: given up after the silence limit, to be tried again", async () => {
    smtp.reply = replyTo(/^\.$/, null);
    const mail = mailTo("anna@example.org");
    // The limit holds for each step, and those before DATA take a busy machine a moment. Only the last one is waited for.
    const limits = { connectMs: 5_000, silenceMs: 2_000 };
    const result = await sendBySmtp(plain(smtp.url), SENDER, mail, limits);
    expect(result).toMatchObject({ ok: false, final: false });
    expect(smtp.messages).toHaveLength(1);
  });

  test("takes the connection and never greets", async () => {
    const mute = await startRawSmtp(null);
    const result = await sendBySmtp(plain(mute.url), SENDER, mailTo("anna@example.org"), SHORT);
    expect(result).toMatchObject({ ok: false, final: false });
    await mute.stop();
  });

  test("turns callers away at the door", async () => {
    const busy = await startRawSmtp("421 4.3.2 too busy");
    const result = await sendBySmtp(plain(busy.url), SENDER, mailTo("anna@example.org"));
    expect(result).toMatchObject({ ok: false, final: false });
    await busy.stop();
  });

  test("has no TLS where it is asked for, or a certificate that nobody vouches for: nothing is sent", async () => {
    const asked = [smtp.url.replace("smtp:", "smtps:"), `${smtp.url}?requireTLS=true`];
    for (const url of asked) {
      const result = await sendBySmtp(plain(url), SENDER, mailTo("anna@example.org"), SHORT);
      expect([url, result]).toEqual([url, expect.objectContaining({ ok: false, final: false })]);
    }
    const selfSigned = await startSmtp();
    const url = `smtp://127.0.0.1:${String(selfSigned.port)}`;
    const result = await sendBySmtp(plain(url), SENDER, mailTo("anna@example.org"));
    expect(result).toMatchObject({ ok: false, final: false });
    if (!result.ok) expect(result.reason).toMatch(/certificate/i);
    await selfSigned.stop();
    expect(smtp.messages).toEqual([]);
    expect(smtp.commands.filter((line) => /^(?:MAIL|RCPT)/i.test(line))).toEqual([]);
  });
});

test("a mail server's long answer is cut with a mark, and secrets in it are taken out", async () => {
  smtp.reply = (line) =>
    /^MAIL/i.test(line) ? `550 password=hunter2hunter2 ${"x".repeat(5_000)}` : POLITE(line);
  const result = await send("anna@example.org");
  expect(result).toMatchObject({ ok: false, final: true, reason: expect.stringMatching(/x…$/) as string });
  expect(JSON.stringify(result)).not.toContain("hunter2");
  expect(JSON.stringify(result).length).toBeLessThan(600);
});

describe("headers", () => {
  test.each([
    "X\r\nList-Unsubscribe: <https://evil.example>",
    "X\nList-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "X\r\n\r\n<h1>another body</h1>",
    "X\u2028List-Id: evil",
    "=?utf-8?Q?X=0D=0AList-Help:_evil?=",
    "X\0\x0b\x0cList-Owner: evil",
  ])("a subject of %j adds none", async (subject) => {
    const mail = mailTo("anna@example.org", subject);
    expect(await sendBySmtp(plain(smtp.url), SENDER, mail)).toEqual({ ok: true });
    const headers = (smtp.messages[0] ?? "").split("\r\n\r\n")[0] ?? "";
    const names = headers
      .split("\r\n")
      .filter((line) => !/^[ \t]/.test(line))
      .map((line) => line.split(":")[0]?.toLowerCase() ?? "");
    expect(names.toSorted()).toEqual([
      ...["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"],
    ]);
  });
});
