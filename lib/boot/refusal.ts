/**
 * How a request is refused that cannot be answered right now, in the form that its asker reads: a page for people, text for a form that
 * script has sent, JSON for routes and for the embedded service. Refused is only what has not begun. Decides nothing.
 */
import type { IncomingHttpHeaders } from "node:http";
import { newReference } from "#lib/core/ids.ts";
import { NOTHING_DONE } from "#lib/core/refused.ts";
import { currentLanguage, msg, t } from "#lib/core/texts.ts";
import type { EdgeAnswer } from "./edge.ts";

/** `why` goes on after "Nothing was done: ", in English. */
export type Obstacle = { readonly why: string; readonly retryAfterSeconds: number };

export const DATABASE_AWAY: Obstacle = {
  why: msg(
    "Portico’s database does not answer at the moment. As soon as it does, Portico goes on by itself.",
  ),
  retryAfterSeconds: 5,
};

export const TOO_BUSY: Obstacle = {
  why: msg("Portico has more to do than it can at the moment."),
  retryAfterSeconds: 5,
};

type Asked = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly nonce: string };

/** 503 with Retry-After (RFC 9110 section 10.2.3), in the language of the request. `nonce`: of the answer's content security policy. */
export function refuseForNow(
  { why, retryAfterSeconds }: Obstacle,
  { path, headers, nonce }: Asked,
): EdgeAnswer {
  const seconds = String(retryAfterSeconds);
  const sentence = NOTHING_DONE + t("{why} Try again in {seconds} seconds.", { why: t(why), seconds });
  const answer = (type: string, body: string): EdgeAnswer => ({
    status: 503,
    headers: { "content-type": type, "cache-control": "no-store", "retry-after": seconds },
    body,
  });
  const json = (body: unknown): EdgeAnswer => answer("application/json", JSON.stringify(body));
  if (path.startsWith("/service/auth/"))
    return json({ error: "temporarily_unavailable", error_description: sentence });
  if (path.startsWith("/service/")) return json({ detail: sentence });
  if (path.startsWith("/api/")) {
    return json({ error: { code: "UNAVAILABLE", message: sentence, requestId: newReference() } });
  }
  // Next hands a form's caller the text of exactly this type; a page that it wanted to put together itself is asked for as a whole then.
  if (headers["next-action"] !== undefined || headers["rsc"] !== undefined)
    return answer("text/plain", sentence);
  return answer("text/html; charset=utf-8", pageOf(t(why), seconds, nonce));
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fbfbf9,#111110);color:light-dark(#1c1c1a,#eeeeec)}
main{max-width:34rem;padding:2rem}h1{font-size:1.375rem;line-height:1.3;margin:0 0 .75rem}p{margin:0 0 .75rem}a{color:inherit}`;

/** It needs nothing but itself: whatever is missing, this can be shown. An empty address is the one that was asked for. */
function pageOf(why: string, seconds: string, nonce: string): string {
  const title = t("This page is not available right now");
  const again = t("Nothing was created, sent or changed. <a>Load the page again</a> in {seconds} seconds.", {
    seconds,
  });
  return `<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Portico</title>
<style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${why}</p><p>${again.replace("<a>", '<a href="">')}</p></main></body></html>
`;
}
