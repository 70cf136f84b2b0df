/** The product's answers to a person, in a form in which two answers can be compared. */
import type { Ground } from "./access-things.ts";

export type Answer = { status: number; text: string };

/** Sends a request with somebody's cookie; does not follow redirects, except the one that the router needs. */
export async function ask(
  origin: string,
  cookie: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set("cookie", cookie);
  // Next's router is redirected to the address with its own parameter; no other redirect is followed.
  const isRouter = headers.has("rsc");
  const answer = await fetch(origin + path, { ...init, headers, redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  if (isRouter && /[?&]_rsc/.test(location) && !path.includes("_rsc"))
    return ask(origin, cookie, location.replace(origin, ""), init);
  return { status: answer.status, text: `${location} ${await answer.text()}` };
}

/** An id matches anywhere; a number only in an address or a heading. */
const placeOf = (id: string): RegExp =>
  new RegExp(/^\d+$/.test(id) ? `(?<=/|%2F|Cloud )${id}(?!\\w)` : id, "g");

/** Where an answer leads: by a redirect, or from within a page whose first part had been sent. Which of the two happens is chance. */
const ledTo = (text: string): string | undefined =>
  /^(?:https?:\/\/[^/\s]+)?(\/\S*) /.exec(text)?.[1] ?? /NEXT_REDIRECT;\w+;([^;"\\]+);/.exec(text)?.[1];

/** What a person would read, or where the answer leads; without anything that differs each time. */
export function wordsOf({ status, text }: Answer, about: Ground): string {
  const told = Object.values(about)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, id) => rest.replaceAll(placeOf(id), "ID"), text.replaceAll("\u00a0", " "));
  const place = ledTo(told);
  if (place !== undefined) return `to ${place}`;
  // The router gets pieces in the order in which they were ready.
  const pieces = [...told.matchAll(/"(?:children|digest|title)":"([^"$][^"]*)"/g)].map(
    ([, words]) => words ?? "",
  );
  const plain = told.includes("<html")
    ? told.replaceAll(/<(script|template|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, " ")
    : told.includes('"$Sreact.fragment"')
      ? [...new Set(pieces)].toSorted().join(" · ")
      : told.replaceAll(/"(?:requestId|b)":"[^"]*"/g, "");
  return `${String(status)} ${plain.replaceAll(/\b[0-9A-F]{4}-[0-9A-F]{4}\b/g, "REF").replaceAll(/\s+/g, " ")}`;
}

/** The outcome for a page or route: let in, or how it was refused. */
export function outcomeOf({ status, text }: Answer): "in" | "absent" | "sign-in" | "not-allowed" {
  if (status === 401 || text.includes("/sign-in?next=")) return "sign-in";
  if (status === 403 || /\/not-allowed/.test(text)) return "not-allowed";
  return status === 404 || text.includes("NEXT_HTTP_ERROR_FALLBACK;404") ? "absent" : "in";
}
