/**
 * How to refuse a request that cannot be answered right now, in the form that its client reads: a page for people, text for a form sent by
 * script, JSON for routes and for the embedded service. Only requests that have not begun are refused. Decides nothing.
 */
import type { IncomingHttpHeaders } from "node:http";
import { newReference } from "#lib/core/ids.ts";
import { NOTHING_DONE } from "#lib/core/network/refused.ts";
import { currentLanguage, msg, t } from "#lib/core/texts.ts";
import { lengthOfBytes } from "#lib/service/server/http/body/multipart.ts";
import type { EdgeAnswer } from "./addresses.ts";

/** `why` follows "Nothing was done: ", in English. The default status is 503. */
export type Obstacle = { readonly why: string; readonly status?: 429 | 503 };

export const DATABASE_AWAY: Obstacle = {
  why: msg("Portico’s database is not answering. Portico continues as soon as the database answers."),
};
export const TOO_BUSY: Obstacle = { why: msg("Portico is too busy at the moment.") };
export const TOO_MANY_SIGN_INS: Obstacle = { why: msg("Too many people are signing in at this moment.") };
export const TOO_MANY_REQUESTS: Obstacle = {
  why: msg("Too many requests from your network are waiting for an answer at the same time."),
  status: 429,
};

const RETRY_AFTER_SECONDS = 5;

export type Asked = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly nonce: string };

/**
 * 503 or 429 with Retry-After (RFC 9110 section 10.2.3), in the language of the request. `nonce`: of the answer's content security policy.
 */
export function refuseForNow({ why, status = 503 }: Obstacle, asked: Asked): EdgeAnswer {
  const seconds = String(RETRY_AFTER_SECONDS);
  return answerInForm(asked, {
    status,
    codes: { portal: "UNAVAILABLE", token: "temporarily_unavailable" },
    sentence: NOTHING_DONE + t("{why} Try again in {seconds} seconds.", { why: t(why), seconds }),
    page: () => ({
      title: t("This page is not available right now"),
      why: t(why),
      further: t("Nothing was created, sent or changed. <a>Reload the page</a> in {seconds} seconds.", {
        seconds,
      }),
    }),
    headers: { "retry-after": seconds },
  });
}

/** For a body that is too large (413) or did not arrive in time (408; RFC 9110 sections 15.5.14 and 15.5.9). */
export function refuseBody(
  fault: "too large" | "silent" | "too slow",
  { bytesMax, idleMs }: { bytesMax: number; idleMs: number },
  asked: Asked,
): EdgeAnswer {
  const isTooLarge = fault === "too large";
  const size = lengthOfBytes(bytesMax);
  const why = isTooLarge
    ? t("The request is larger than the limit of {size}.", { size })
    : t("The request did not arrive completely in time.");
  const status = isTooLarge ? 413 : 408;
  const further = isTooLarge
    ? t("Nothing was created, sent or changed. Go back and send less.")
    : t("Nothing was created, sent or changed. Go back and send the request again.");
  const page = { title: t("The request was not accepted"), why, further };
  const service = serviceSentence(fault, bytesMax, idleMs, asked.path.startsWith(TOKEN_PATH));
  return answerInForm(asked, {
    status,
    codes: { portal: "VALIDATION", token: "invalid_request" },
    sentence: asked.path.startsWith("/service/") ? service : NOTHING_DONE + why,
    page: () => page,
  });
}

/** The same words as the service (lib/service/server/http and oauth), which receives such bodies while they arrive. */
function serviceSentence(fault: string, bytesMax: number, idleMs: number, isToken: boolean): string {
  if (fault === "silent")
    return `Nothing more of the request body came for ${String(idleMs / 1000)} s. Send it again.`;
  if (fault === "too slow") return "The request body did not come whole in time. Send it again.";
  return isToken
    ? `The body is larger than ${String(bytesMax)} bytes.`
    : `The request body is larger than ${lengthOfBytes(bytesMax)}.`;
}

const TOKEN_PATH = "/service/auth/";

type Refusal = {
  status: number;
  codes: { portal: string; token: string };
  sentence: string;
  page: () => { title: string; why: string; further: string };
  headers?: Record<string, string>;
};

function answerInForm(
  { path, headers: asking, nonce }: Asked,
  { status, codes, sentence, page, headers = {} }: Refusal,
): EdgeAnswer {
  const answer = (type: string, body: string): EdgeAnswer => ({
    status,
    headers: { "content-type": type, "cache-control": "no-store", ...headers },
    body,
  });
  const json = (body: unknown): EdgeAnswer => answer("application/json", JSON.stringify(body));
  if (path.startsWith(TOKEN_PATH)) {
    const { headers: own, ...rest } = json({ error: codes.token, error_description: sentence });
    return { ...rest, headers: { ...own, pragma: "no-cache" } };
  }
  if (path.startsWith("/service/")) return json({ detail: sentence });
  if (path.startsWith("/api/")) {
    return json({ error: { code: codes.portal, message: sentence, requestId: newReference() } });
  }
  // Next passes the text on to a form only with exactly this type; if Next wanted parts of a page, it then requests the whole page.
  if (asking["next-action"] !== undefined || asking["rsc"] !== undefined)
    return answer("text/plain", sentence);
  return answer("text/html; charset=utf-8", pageOf(page(), nonce));
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fbfbf9,#111110);color:light-dark(#1c1c1a,#eeeeec)}
main{max-width:34rem;padding:2rem}h1{font-size:1.375rem;line-height:1.3;margin:0 0 .75rem}p{margin:0 0 .75rem}a{color:inherit}`;

/** Needs nothing else, so it can be shown whatever fails. An empty address is the requested one. */
function pageOf({ title, why, further }: ReturnType<Refusal["page"]>, nonce: string): string {
  return `<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Portico</title>
<style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${why}</p><p>${further.replace("<a>", '<a href="">')}</p></main></body></html>
`;
}
