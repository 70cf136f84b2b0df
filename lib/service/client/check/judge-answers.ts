/**
 * Judges the answers of the sign-in address and of the service, rung by rung. Pure: the same answer always gives the same verdict. The
 * service's own words are quoted, redacted.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { redact } from "#lib/core/log/redact.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { storableText } from "../json.ts";
import type { Reply } from "./question.ts";
import { bad, ok, warn, type Verdict } from "./rung.ts";

/** The verdict on replies that are useless to every rung: no answer, a redirect, a fault, a web page; null: the reply is worth reading. */
function judgeCommon(reply: Reply | HttpFailure): Verdict | null {
  if (reply instanceof HttpFailure) {
    return bad(
      kept("No usable answer: {words}.", { words: reply.message }),
      kept("Try again in a minute. If that does not help, ask the operator of the service."),
    );
  }
  const { status } = reply;
  if (status >= 300 && status < 400) {
    return bad(
      reply.leadsTo === null
        ? kept("{status}, a redirect.", { status })
        : kept("{status}, a redirect to {address}.", { status, address: reply.leadsTo }),
      kept(
        "Redirects are never followed. Enter the address that the operator of the service names for programs.",
      ),
    );
  }
  if (status === 429)
    return bad(said(reply), kept("The service asks to slow down. Try again in a few minutes."));
  if (status >= 500) return bad(said(reply), kept("The fault is at the service. Try again in a minute."));
  return null;
}

/**
 * Rung 8, the platform: where invitations lead (docs/service "Invitation"). It is made for people's browsers, so no answer of it blocks a
 * connection, and a sign-in in front of it is fine. @param address of a Cloud's page there
 */
export function judgePlatform(reply: Reply | HttpFailure, address: string): Verdict {
  const cure = kept(
    "Links in invitations lead there. Open the address in a browser; if no page appears, correct the platform address.",
  );
  if (reply instanceof HttpFailure) {
    return warn(kept("{address}: no usable answer, {words}.", { address, words: reply.message }), cure);
  }
  const { status } = reply;
  if (status >= 300 && status < 400 && reply.leadsTo !== null) {
    return ok(kept("{address} leads to {target}.", { address, target: reply.leadsTo }));
  }
  if (status === 401 || status === 403) return ok(kept("{address} asks for a sign-in.", { address }));
  if (status !== 200) return warn(kept("{address} answers {status}.", { address, status }), cure);
  return reply.body === undefined
    ? ok(kept("{address} answers with a page.", { address }))
    : warn(kept("{address} answers with data instead of a page.", { address }), cure);
}

/** Rung 8, where a made-up path gets a page as well: a program that draws its pages in the browser answers so, and so does any other site. */
export function judgeAlike(address: string): Verdict {
  return warn(
    kept("The platform answers every path alike, so {address} does not prove that Clouds have pages there.", {
      address,
    }),
    kept(
      "Links in invitations lead there. Open the address in a browser; if it shows something else than the platform, correct the platform address.",
    ),
  );
}

/** Rung 8, where the requested Cloud need not exist, and the platform's first page works. */
export function judgeUnknownCloud(platformUrl: string, address: string): Verdict {
  return ok(
    kept("{platformUrl} has a page. {address} answers 404, which is normal if this Cloud does not exist.", {
      platformUrl,
      address,
    }),
  );
}

/**
 * Rung 3, the realm: asked for a token without any parameter, its token endpoint answers with an OAuth error (RFC 6749 section 5.2;
 * docs/service "Token endpoint").
 */
export function judgeRealm(reply: Reply | HttpFailure, realm: string, host: string): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  if (answer.status === 404) {
    return bad(
      said(answer),
      answer.body === undefined
        ? kept(
            "There is no token endpoint under this sign-in address. Leave out a trailing /auth or /auth/realms/…: Portico adds them.",
          )
        : kept("Ask the operator for the realm's name; upper and lower case count. Tried: “{realm}”.", {
            realm,
          }),
    );
  }
  if (oauthError(answer) === null) return notOauth(answer);
  return ok(kept("“{realm}” answers at {host}.", { realm, host }));
}

/** Rung 4, the grant: requested without a client, so no secret leaves before the address has proved to issue tokens. */
export function judgeGrant(reply: Reply | HttpFailure): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  const error = oauthError(answer);
  if (error === null) return notOauth(answer);
  if (error === "unsupported_grant_type") {
    return bad(
      said(answer),
      kept("This realm issues no tokens to applications. Ask the operator to allow client_credentials."),
    );
  }
  return ok(kept("client_credentials is offered."));
}

/** Rung 5 when no token came: which credential was refused, in the service's words. */
export function judgeRefusedToken(reply: Reply | HttpFailure, secret: string): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  const error = oauthError(answer);
  const hint = secretHint(secret);
  if (error === "invalid_client") {
    return bad(
      said(answer),
      kept(
        "Check the client ID first, then the secret: this service knows no such client, or has disabled it. {hint}",
        { hint },
      ),
    );
  }
  if (error === "unauthorized_client") {
    return bad(
      said(answer),
      kept(
        "The secret does not belong to this client ID, or the application may not use client_credentials. {hint}",
        { hint },
      ),
    );
  }
  return bad(said(answer), kept("Ask the operator of the service what this means. {hint}", { hint }));
}

/** A hint about a secret that does not reveal it. */
function secretHint(secret: string): string {
  const { length } = secret;
  if (secret !== secret.trim()) {
    return secret.startsWith(secret.trimStart())
      ? kept(
          "What you entered is {length} characters long and ends with white space. Enter it again without.",
          { length },
        )
      : kept(
          "What you entered is {length} characters long and begins with white space. Enter it again without.",
          { length },
        );
  }
  if (/\s/.test(secret)) {
    return kept("What you entered is {length} characters long and has white space inside.", { length });
  }
  return kept("What you entered is {length} characters long.", { length });
}

/** Rung 7: the list of clouds, which needs no scope and changes nothing. */
export function judgeFirstRead(reply: Reply | HttpFailure): Verdict {
  const common = judgeCommon(reply);
  if (common !== null) return common;
  const answer = reply as Reply;
  const { status, body } = answer;
  if (status === 401) {
    return bad(
      said(answer),
      kept(
        "The service does not accept the token that the sign-in address gave. Do the two addresses and the realm belong together?",
      ),
    );
  }
  if (status === 403) {
    return warn(
      said(answer),
      kept(
        "The application may not list Clouds. Everything else may still work; lists stay as Portico knows them.",
      ),
    );
  }
  if (status === 404 || status === 405 || status === 501) {
    return warn(
      kept("{said} This service does not list Clouds.", { said: said(answer) }),
      kept(
        "The six endpoints are enough to work. Without the list, you settle uncertain operations by hand. A wrong path in the base address shows only at the first use.",
      ),
    );
  }
  if (status < 200 || status > 299)
    return bad(said(answer), kept("Ask the operator of the service what this means."));
  if (!Array.isArray(body)) {
    return bad(
      kept("{said} This is not a list of Clouds.", { said: said(answer) }),
      kept(
        "The base address leads to another program. Enter the address that the operator names for the API.",
      ),
    );
  }
  const count = body.length;
  return ok(
    count === 1
      ? kept("The service lists 1 Cloud of this application.")
      : kept("The service lists {count} Clouds of this application.", { count }),
  );
}

function notOauth(answer: Reply): Verdict {
  return bad(
    said(answer),
    kept(
      "This address issues no tokens. Enter the address of the identity provider, not that of a web page.",
    ),
  );
}

/** The `error` of an OAuth error answer (RFC 6749 section 5.2), null for any other answer. */
function oauthError(answer: Reply): string | null {
  if (answer.status < 400 || typeof answer.body !== "object" || answer.body === null) return null;
  const error: unknown = "error" in answer.body ? answer.body.error : null;
  return typeof error === "string" && error !== "" ? error : null;
}

/** Status, OAuth error and the service's sentence: `401 unauthorized_client, “Invalid client secret”.` */
function said(answer: Reply): string {
  if (answer.body === undefined && answer.contentType === null) {
    return kept("{status} (no stated type).", { status: answer.status });
  }
  const error = oauthError(answer);
  const { detail, fieldErrors } = readErrorBody(answer.body);
  const sentence = detail ?? Object.values(fieldErrors).flat().join(" ");
  const kind = answer.body === undefined ? ` (${redact(String(answer.contentType), 100)})` : "";
  const words = sentence === "" || sentence === error ? "" : `, “${redact(sentence, 300)}”`;
  const code = error === null ? "" : ` ${redact(error, 100)}`;
  return storableText(`${String(answer.status)}${code}${kind}${words}.`);
}
