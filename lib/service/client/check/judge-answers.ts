/**
 * Judges the answers of the sign-in address and of the service, rung by rung. Pure: the same answer always gives the same verdict. The
 * service's own words are quoted, redacted.
 */
import { redact } from "#lib/core/redact.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { storableText } from "../json.ts";
import type { Reply } from "./question.ts";
import { bad, ok, warn, type Verdict } from "./rung.ts";

/** The verdict on what no rung can go on from: no answer, a redirect, a fault, a web page; null: it is worth reading. */
function judgeCommon(reply: Reply | HttpFailure): Verdict | null {
  if (reply instanceof HttpFailure) {
    return bad(
      `No usable answer: ${reply.message}.`,
      "Try again in a minute; if it stays so, ask the operator of the service.",
    );
  }
  const { status } = reply;
  if (status >= 300 && status < 400) {
    const where = reply.leadsTo === null ? "" : ` to ${reply.leadsTo}`;
    return bad(
      `${String(status)}, a redirect${where}.`,
      "Redirects are never followed. Enter the address that the operator of the service names for programs.",
    );
  }
  if (status === 429) return bad(said(reply), "The service asks to slow down. Try again in a few minutes.");
  if (status >= 500) return bad(said(reply), "The fault is at the service. Try again in a minute.");
  return null;
}

/**
 * Rung 3, the realm: asked for a token without any parameter, its token endpoint answers with an OAuth error (RFC 6749 section 5.2;
 * wire-facts "Token endpoint").
 */
export function judgeRealm(reply: Reply | HttpFailure, realm: string, host: string): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  if (answer.status === 404) {
    return bad(
      said(answer),
      answer.body === undefined
        ? `There is no token endpoint under this sign-in address. Leave out a trailing /auth or /auth/realms/…: Portico adds them.`
        : `Ask the operator for the realm's name; upper and lower case count. Tried: “${realm}”.`,
    );
  }
  if (oauthError(answer) === null) return notOauth(answer);
  return ok(`“${realm}” answers at ${host}.`);
}

/** Rung 4, the grant: asked without a client, so no secret leaves before the address has shown that it gives out tokens. */
export function judgeGrant(reply: Reply | HttpFailure): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  const error = oauthError(answer);
  if (error === null) return notOauth(answer);
  if (error === "unsupported_grant_type") {
    return bad(
      said(answer),
      "This realm gives no tokens to applications by themselves. Ask the operator to allow client_credentials.",
    );
  }
  return ok("client_credentials is offered.");
}

/** Rung 5 when no token came: which of the credentials is refused, in the service's words. */
export function judgeRefusedToken(reply: Reply | HttpFailure, secret: string): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  const error = oauthError(answer);
  if (error === "invalid_client") {
    return bad(
      said(answer),
      `Check the client ID first, then the secret: this service knows no such client, or has disabled it. ${secretHint(secret)}`.trim(),
    );
  }
  if (error === "unauthorized_client") {
    return bad(
      said(answer),
      `The secret does not belong to this client ID, or the application may not use client_credentials. ${secretHint(secret)}`.trim(),
    );
  }
  return bad(said(answer), `Ask the operator of the service what this means. ${secretHint(secret)}`.trim());
}

/** What can be seen about a secret without showing it. */
function secretHint(secret: string): string {
  const length = `What you entered is ${String(secret.length)} characters long`;
  if (secret !== secret.trim()) {
    const where = secret.startsWith(secret.trimStart()) ? "ends" : "begins";
    return `${length} and ${where} with white space. Enter it again without.`;
  }
  if (/\s/.test(secret)) return `${length} and has white space inside.`;
  return `${length}.`;
}

/** Rung 7: the list of clouds, which asks for no scope and changes nothing. */
export function judgeFirstRead(reply: Reply | HttpFailure): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  const { status, body } = answer;
  if (status === 401) {
    return bad(
      said(answer),
      "The service does not accept the token that the sign-in address gave. Do the two addresses and the realm belong together?",
    );
  }
  if (status === 403) {
    return warn(
      said(answer),
      "The application may not list Clouds. Everything else may still work; lists stay as Portico knows them.",
    );
  }
  if (status === 404 || status === 405 || status === 501) {
    return warn(
      `${said(answer)} This service does not list Clouds.`,
      "The six endpoints are enough to work. Without the list, uncertain operations are settled by hand, and a wrong path in the base address is only seen at the first use.",
    );
  }
  if (status < 200 || status > 299)
    return bad(said(answer), "Ask the operator of the service what this means.");
  if (!Array.isArray(body)) {
    return bad(
      `${said(answer)} This is no list of Clouds.`,
      "The base address leads to another program. Enter the one that the operator names for the API.",
    );
  }
  const count = body.length === 1 ? "1 Cloud" : `${String(body.length)} Clouds`;
  return ok(`The service lists ${count} of this application.`);
}

function notOauth(answer: Reply): Verdict {
  return bad(
    said(answer),
    "What answers there gives out no tokens. Enter the address of the identity provider, not that of a web page.",
  );
}

/** The `error` of an OAuth error answer (RFC 6749 section 5.2), null when it is none. */
function oauthError(answer: Reply): string | null {
  if (answer.status < 400 || typeof answer.body !== "object" || answer.body === null) return null;
  const error: unknown = "error" in answer.body ? answer.body.error : null;
  return typeof error === "string" && error !== "" ? error : null;
}

/** Status, OAuth error and the service's sentence: `401 unauthorized_client, “Invalid client secret”.` */
function said(answer: Reply): string {
  const error = oauthError(answer);
  const { detail, fieldErrors } = readErrorBody(answer.body);
  const sentence = detail ?? Object.values(fieldErrors).flat().join(" ");
  const kind = answer.body === undefined ? ` (${answer.contentType ?? "no stated type"})` : "";
  const words = sentence === "" || sentence === error ? "" : `, “${sentence.slice(0, 300)}”`;
  return storableText(redact(`${String(answer.status)}${error === null ? "" : ` ${error}`}${kind}${words}.`));
}
