/**
 * Hands one email to the mail server of SMTP_URL. The envelope is set here from the parsed address, never taken from headers; nodemailer
 * may open neither files nor URLs. Failures are classified as worth another try or final.
 */
import { createTransport } from "nodemailer";
import type { Env } from "#lib/core/env.ts";
import { isLoopbackHost } from "#lib/core/network/networks.ts";
import { redact } from "#lib/core/log/redact.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { Sender } from "./sender.ts";

/** How long a mail server may take: for the connection, for its greeting, and between any two answers. */
export type SmtpLimits = { connectMs: number; silenceMs: number };

const LIMITS: SmtpLimits = { connectMs: 10_000, silenceMs: 60_000 };

/** The most characters of a mail server's message that are kept. */
const REASON_LENGTH_MAX = 500;

/** `isTlsRequired`: nothing is sent to a server without TLS and a trusted certificate for its name. */
export type MailServer = { url: string; isTlsRequired: boolean };

/** The mail server of the configuration; null: emails stay in the built-in mailbox. A server on this machine needs no TLS. */
export function findMailServer({ SMTP_URL: url, SMTP_TLS: tls }: Env): MailServer | null {
  if (url === undefined) return null;
  return { url, isTlsRequired: tls === "on" && !isLoopbackHost(new URL(url)) };
}

/** `reason`: the mail server's own words, cut and without secrets. */
export type SendResult = { ok: true } | ({ ok: false } & Failure);

type Failure = { reason: string; final: boolean };

/** Why work with the mail server failed; null: it did not. */
async function findFailure(
  server: MailServer,
  { connectMs, silenceMs }: SmtpLimits,
  work: (transport: ReturnType<typeof createTransport>) => Promise<unknown>,
): Promise<Failure | null> {
  const transport = createTransport({
    url: server.isTlsRequired ? requireTls(server.url) : server.url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await work(transport);
    return null;
  } catch (thrown) {
    return sortFailure(thrown, server);
  } finally {
    transport.close();
  }
}

/** Replaces the query: nodemailer reads it as settings that win over all others, and several of them switch protection off. */
function requireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  url.search = "?requireTLS=true";
  return url.href;
}

/** Sends one email to exactly one recipient; never throws because of the mail server. */
export async function sendBySmtp(
  server: MailServer,
  sender: Sender,
  mail: OutboxEntry,
  limits = LIMITS,
): Promise<SendResult> {
  const failure = await findFailure(server, limits, (transport) =>
    transport.sendMail({
      from: { name: sender.name, address: sender.address },
      to: { name: "", address: mail.recipient },
      envelope: { from: sender.address, to: [mail.recipient] },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      date: mail.createdAt,
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return failure === null ? { ok: true } : { ok: false, ...failure };
}

/** Connects and greets without sending anything: for the health page. null when the server is ready. */
export async function checkSmtp(server: MailServer): Promise<string | null> {
  return (await findFailure(server, LIMITS, (transport) => transport.verify()))?.reason ?? null;
}

const NO_STARTTLS = /STARTTLS/;
const CURE = "Portico sends email to other machines over TLS only; SMTP_TLS=off turns this protection off.";
const FINAL_COMMANDS = new Set(["RCPT TO", "DATA", "MAIL FROM"]);

/** RFC 5321 section 4.2.1: 5yz on the message itself is final; greylisting (4yz), sign-in and connection failures are not. */
function sortFailure(thrown: unknown, { isTlsRequired }: MailServer): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "responseCode" in error ? error.responseCode : undefined;
  const command = "command" in error ? error.command : undefined;
  const final =
    typeof code === "number" && code >= 500 && typeof command === "string" && FINAL_COMMANDS.has(command);
  const reason = redact(error.message, REASON_LENGTH_MAX);
  return { reason: isTlsRequired && NO_STARTTLS.test(reason) ? `${reason} ${CURE}` : reason, final };
}
