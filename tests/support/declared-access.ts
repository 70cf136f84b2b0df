/**
 * What the source says about who may enter: every page, route and server action with its required permission. Parsed from the text, so that
 * a file without a gate is found.
 */
import { basename, dirname, relative } from "node:path";
import { isAllowed, type Permission } from "#lib/auth/actor.ts";
import { listSources, readText } from "../architecture/source-files.ts";

/**
 * A permission of lib/auth/actor.ts, or: "public" for everybody, "platform" for invited people with the platform's own session, "token" for
 * programs with a personal access token, "second-factor" for people who must set one up, "beside" for a part of the frame that is made
 * beside a page and contains nothing for people who are not signed in.
 */
export type Gate = string;

export const ROLES = ["VIEWER", "OPERATOR", "ADMINISTRATOR"] as const;
export type Who = "NOBODY" | (typeof ROLES)[number];
/** Everybody from whom the portal has something to guard. */
export const EVERYBODY: readonly Who[] = ["NOBODY", ...ROLES];

/** Whether they may pass, by the roles of lib/auth/actor.ts. */
export function may(who: Who, gate: Gate): boolean {
  return gate === "public" || (who !== "NOBODY" && isAllowed({ role: who }, gate as Permission));
}

/** Pages by their path, routes as `app/…/route.ts#METHOD`, actions as `app/…/actions.ts#name` → gate; "none" where there is no gate. */
export async function readDeclaredAccess(): Promise<Record<string, Gate>> {
  const paths = (await listSources()).filter((path) => path.startsWith("app/"));
  const declared: Record<string, Gate> = {};
  for (const path of paths) {
    const name = basename(path);
    if (!["page.tsx", "route.ts", "actions.ts"].includes(name)) continue;
    if (dirname(path) === "app/_server") continue;
    const text = await readText(path);
    if (name === "page.tsx") declared[path] = path.includes("/@") ? gateOfSlot(text) : gateOfPage(text);
    if (name === "route.ts") Object.assign(declared, gatesOfRoute(path, text));
    if (name === "actions.ts") Object.assign(declared, gatesOfActions(path, text));
  }
  return declared;
}

/** Actions that require a fresh proof of identity, as `app/…/actions.ts#name`. */
export async function readConfirmedActions(): Promise<string[]> {
  const paths = (await listSources()).filter((path) => /^app\/.*\/actions\.ts$/.test(path));
  const found = await Promise.all(
    paths.map(async (path) =>
      (await readText(path))
        .split(/^export const /m)
        .filter((text) => /^ {2}isConfirmed: true,$/m.test(text))
        .map((text) => `${path}#${/^\w+/.exec(text)?.[0] ?? ""}`),
    ),
  );
  return found.flat();
}

/** The address of a page or route, with its parameters in brackets. */
export function addressOf(path: string): string {
  const parts = dirname(relative("app", path))
    .split("/")
    .filter((part) => part !== "." && !/^\(.*\)$|^@/.test(part));
  return `/${parts.join("/")}`;
}

function gateOfPage(text: string): Gate {
  const asked = /await requirePage\(([\s\S]*?)\);/.exec(text)?.[1];
  if (asked !== undefined) return /,\s*"([a-z]+:[a-z]+)"\s*,?\s*$/.exec(asked)?.[1] ?? "portal:read";
  if (text.includes("await requireSecondFactorMissing(")) return "second-factor";
  if (/await (?:find|require)PlatformUser\(/.test(text) && text.includes("/platform/sign-in"))
    return "platform";
  return "none";
}

function gateOfSlot(text: string): Gate {
  const asks = /const actor = await findActor\(\);\s+if \(actor === null\) return null;/.test(text);
  return asks || /^export \{ default \} from "\.\/[^"]+\/page\.tsx";$/m.test(text) ? "beside" : "none";
}

function gatesOfRoute(path: string, text: string): Record<string, Gate> {
  const parts = text.split(/^export (?=const [A-Z]+\b|(?:async )?function [A-Z]+\b|\{)/m).slice(1);
  const gates = parts.flatMap((part): [string, Gate][] => {
    const own = /^const (\w+) = define(Token|Table|StreamedForm)?Route/.exec(part);
    if (own !== null)
      return [[own[1] ?? "", own[2] === "Token" ? "token" : (permissionIn(part, text) ?? "none")]];
    const methods =
      /^(?:const|async function|function) (\w+)/.exec(part)?.[1] ?? part.match(/\b[A-Z]{3,}\b/g)?.join("+");
    return [[methods ?? "", text.includes("defineTokenRoute") ? "token" : "none"]];
  });
  return Object.fromEntries(gates.map(([method, gate]) => [`${path}#${method}`, gate]));
}

function gatesOfActions(path: string, text: string): Record<string, Gate> {
  const parts = text.split(/^export (?=const|async|function)/m).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const name = /^(?:const|async function|function) (\w+)/.exec(part)?.[1] ?? "";
      const gate = /^const \w+ = definePublicAction\(/.test(part)
        ? "public"
        : /^const \w+ = defineAction\(/.test(part)
          ? (permissionIn(part, text) ?? "none")
          : "none";
      return [`${path}#${name}`, gate];
    }),
  );
}

/** The value of `permission:`, given literally or by a constant of the file. */
function permissionIn(part: string, file: string): string | undefined {
  const value = /\bpermission(?::\s*("?[\w:]+"?))?,/.exec(part);
  if (value === null) return undefined;
  if (value[1]?.startsWith('"') === true) return value[1].slice(1, -1);
  return new RegExp(`const ${value[1] ?? "permission"} = "([a-z]+:[a-z]+)"`).exec(file)?.[1];
}
