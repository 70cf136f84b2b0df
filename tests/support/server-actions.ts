/** Calls server actions as a browser does, by the ids of the build, without a page. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addressOf } from "./declared-access.ts";

/** Used in every address and query; belongs to nothing. */
const NOTHING = "00000000-0000-7000-8000-000000000000";
const MANIFEST = join(import.meta.dirname, "..", "..", ".next", "server", "server-reference-manifest.json");

type Manifest = {
  node: Record<string, { workers: Record<string, unknown>; filename?: string; exportedName?: string }>;
};

/** A form's fields in order; a list stands for a name that occurs several times. */
export type Fields = Readonly<Record<string, string | readonly string[] | Blob>>;

export type BuiltAction = { id: string; address: string };

/** The address of a page or route with an id that belongs to nothing. */
export const filled = (path: string): string => addressOf(path).replace(/\[[^\]]+\]/g, NOTHING);

/** Ids of the build's server actions by their place in the source, each with the address of a page that has them. */
export async function readActionIds(): Promise<Map<string, BuiltAction>> {
  const { node } = JSON.parse(await readFile(MANIFEST, "utf8")) as Manifest;
  return new Map(
    Object.entries(node).map(([id, { workers, filename = "", exportedName = "" }]) => [
      `${filename}#${exportedName}`,
      { id, address: filled(`${Object.keys(workers)[0] ?? ""}.tsx`) },
    ]),
  );
}

/** An action's answer: "ok", the code of its refusal, "redirect", or "status 5xx" for any other answer. */
export type ActionAnswer = { outcome: string; text: string };

/** Calls an action with a form, in the way of React's useActionState. */
export async function callAction(
  origin: string,
  cookie: string,
  { id, address }: BuiltAction,
  fields: Fields = {},
): Promise<ActionAnswer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "string" || value instanceof Blob ? [value] : value)
      body.append(`_1_${name}`, one);
  }
  // Referenced fields must come first.
  body.append("0", '[null,"$K1"]');
  const answer = await fetch(origin + address, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { "next-action": id, origin, cookie, accept: "text/x-component" },
  });
  const text = await answer.text();
  return { text, outcome: outcomeOf(answer, text) };
}

function outcomeOf(answer: Response, text: string): string {
  if (answer.status >= 500) return `status ${String(answer.status)}`;
  if (answer.headers.has("x-action-redirect")) return "redirect";
  const code = /"ok":false,"code":"([A-Z_]+)"/.exec(text)?.[1];
  if (code !== undefined) return code;
  return text.includes('{"ok":true') ? "ok" : `status ${String(answer.status)}`;
}
