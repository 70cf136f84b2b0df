/** What the product answers to somebody, in a form in which two answers can be compared. */
import type { Ground } from "./access-things.ts";

export type Answer = { status: number; text: string };

/** Asks as the holder of a cookie; redirects are answers, but for the one that the router needs. */
export async function ask(
  origin: string,
  cookie: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set("cookie", cookie);
  // Next's router is sent on to the address with its mark, and from there nowhere else.
  const isRouter = headers.has("rsc");
  const answer = await fetch(origin + path, { ...init, headers, redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  if (isRouter && /[?&]_rsc/.test(location) && !path.includes("_rsc"))
    return ask(origin, cookie, location.replace(origin, ""), init);
  return { status: answer.status, text: `${location} ${await answer.text()}` };
}

/** An id wherever it stands; a number only where an address or a heading has it. */
const placeOf = (id: string): RegExp =>
  new RegExp(/^\d+$/.test(id) ? `(?<=/|%2F|Cloud )${id}(?!\\w)` : id, "g");

/** Where an answer leads on to: by a redirect, or from within a page whose first part had left before. Which of the two is chance. */
const ledTo = (text: string): string | undefined =>
  /^(?:https?:\/\/[^/\s]+)?(\/\S*) /.exec(text)?.[1] ?? /NEXT_REDIRECT;\w+;([^;"\\]+);/.exec(text)?.[1];

/** What a person would read, or where the answer leads on to; nothing that is new in every answer. */
export function wordsOf({ status, text }: Answer, about: Ground): string {
  const told = Object.values(about)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, id) => rest.replaceAll(placeOf(id), "ID"), text);
  const place = ledTo(told);
  if (place !== undefined) return `to ${place}`;
  // What the router is sent comes in pieces, in the order in which they were ready.
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

/** How a page or route answered: let in, or how not. */
export function outcomeOf({ status, text }: Answer): "in" | "absent" | "sign-in" | "not-allowed" {
  if (status === 401 || text.includes("/sign-in?next=")) return "sign-in";
  if (status === 403 || /\/not-allowed/.test(text)) return "not-allowed";
  return status === 404 || text.includes("NEXT_HTTP_ERROR_FALLBACK;404") ? "absent" : "in";
}
