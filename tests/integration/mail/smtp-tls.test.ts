/** Mail servers for which TLS is required: without TLS, or with an untrusted certificate, they learn nothing. */
import { afterAll, expect, test } from "vitest";
import { parseEnv } from "#lib/core/env.ts";
import { findMailServer, sendBySmtp, type MailServer } from "#lib/mail/smtp.ts";
import { POLITE, startRawSmtp } from "#tests/support/raw-smtp.ts";
import { startSmtp } from "#tests/support/smtp-server.ts";
import { mailTo, SENDER } from "./mails.ts";

const MAIL = mailTo("anna@example.org");

const smtp = await startRawSmtp();
afterAll(() => smtp.stop());

const required = (url: string): MailServer => ({ url, isTlsRequired: true });

const WORDS = ["ignoreTLS=true", "requireTLS=false", "opportunisticTLS=true", "secure=false", "secured=true"];

test.each(["", ...WORDS.map((word) => `?${word}`)])(
  "nothing of a mail or a password goes to a server without it, whatever the address says (%s)",
  async (words) => {
    smtp.reply = (line) => (line === "STARTTLS" ? "502 5.5.1 not here" : POLITE(line));
    const url = `${smtp.url.replace("smtp://", "smtp://anna:canary@")}/${words}`;
    const result = await sendBySmtp(required(url), SENDER, MAIL);
    expect(result).toMatchObject({ ok: false, final: false });
    if (!result.ok) expect(result.reason).toMatch(/STARTTLS.*SMTP_TLS/);
    expect(smtp.commands.filter((line) => !/^(?:EHLO|HELO|STARTTLS|QUIT)/i.test(line))).toEqual([]);
  },
);

test("a certificate that nobody vouches for is refused, whatever the address says", async () => {
  const selfSigned = await startSmtp();
  const url = `smtp://127.0.0.1:${String(selfSigned.port)}/?tls.rejectUnauthorized=false`;
  const result = await sendBySmtp(required(url), SENDER, MAIL);
  expect(result).toMatchObject({ ok: false, final: false, reason: expect.stringMatching(/certificate/i) });
  await selfSigned.stop();
});

test.each([
  ["smtp://mail.example.org", {}, true],
  ["smtp://10.0.0.5:25", {}, true],
  ["smtp://localhost.example.org", {}, true],
  ["smtps://mail.example.org", {}, true],
  ["smtp://mail.example.org", { SMTP_TLS: "off" }, false],
  ["smtp://localhost:25", {}, false],
  ["smtp://127.0.0.1:25", {}, false],
  ["smtp://[::1]:25", {}, false],
])("%s with %j: %s", (url, settings, isTlsRequired) => {
  expect(findMailServer(parseEnv({ SMTP_URL: url, ...settings }))).toEqual({ url, isTlsRequired });
});
