/**
 * What a stranger can reach of the built product: its addresses from the build's manifests and the service's description, its forms from
 * the list of all forms, and the names of queries and cookies from the source. Additions to the product are included automatically.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { certsPath, discoveryPath, tokenPath } from "#lib/service/contract/addresses.ts";
import { FORMS } from "#tests/architecture/access-forms.ts";
import { listSources, readText, ROOT } from "#tests/architecture/source-files.ts";
import { absentGround } from "#tests/support/access-things.ts";
import { readDeclaredAccess } from "#tests/support/declared-access.ts";
import { askCsrf } from "#tests/support/http-sign-in.ts";
import { MULTIPART } from "#tests/support/multipart.ts";
import { filled, readActionIds } from "#tests/support/server-actions.ts";

/** An address, with the headers it needs so that a body is read at all. */
export type Target = {
  name: string;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
};
/** A target with the fields of its form, filled in. */
export type Form = Target & { fields: Readonly<Record<string, string>> };

export type Anonymous = {
  /** Every address that accepts a request, whether it lets a stranger in or not. */
  targets: Target[];
  /** Paths that give a stranger more than a redirect to the sign-in. */
  open: string[];
  forms: Form[];
  /** Names of parameters that open pages and routes read from an address. */
  queries: string[];
  cookies: string[];
};

const MANIFEST = join(ROOT, ".next", "app-path-routes-manifest.json");
const URLENCODED = "application/x-www-form-urlencoded";
/** Addresses of next-auth, which the build knows as one: those that the portal needs, and other known ones. */
const NEXT_AUTH = [
  "_log",
  "callback/credentials",
  "csrf",
  "error",
  "providers",
  "session",
  "signin",
  "signin/credentials",
  "signout",
  "verify-request",
];
const REALM = "portico";

/** @param origin as the attack calls it, which the portal accepts as its own */
export async function findAnonymous(origin: string): Promise<Anonymous> {
  const declared = await readDeclaredAccess();
  const own = { origin, "sec-fetch-site": "same-origin" };
  const places = Object.entries(declared).filter(([place]) => !place.includes("actions.ts#"));
  const isOpen = new Map(
    places.map(([place, gate]) => [filled(place.replace(/#.*/, "")), !gate.includes(":")]),
  );
  const built = Object.keys(JSON.parse(await readFile(MANIFEST, "utf8")) as Record<string, string>);
  const paths = [...new Set(built.map((place) => filled(`app${place}`)))];
  const nextAuth = NEXT_AUTH.map((name) => `/api/auth/${name}`);
  const pages = [...paths.filter((path) => !path.startsWith("/api/auth/")), ...nextAuth];
  const actions = await findActions(declared, own);
  const service = await describeService(origin);
  const names = await findNames();
  return {
    targets: [
      ...pages.map((path) => post(path, { ...own, "content-type": MULTIPART })),
      ...nextAuth.map((path) => post(path, { ...own, "content-type": URLENCODED })),
      ...actions,
      ...service.targets,
    ],
    open: [...paths.filter((path) => isOpen.get(path) === true), ...nextAuth, ...service.open],
    forms: [...actions, await prepareSignIn(origin), service.token],
    ...names,
  };
}

const post = (path: string, headers: Target["headers"]): Target => ({
  name: path,
  method: "POST",
  path,
  headers,
});

/** Public actions of the build, with the form that their page sends. */
async function findActions(
  declared: Readonly<Record<string, string>>,
  own: Record<string, string>,
): Promise<Form[]> {
  const ground = absentGround();
  const built = await readActionIds();
  return [...built]
    .filter(([place]) => declared[place] === "public")
    .map(([place, { id, address }]) => ({
      name: place.replace(/^.*#/, ""),
      method: "POST",
      path: address,
      headers: { ...own, "next-action": id, accept: "text/x-component", "content-type": MULTIPART },
      fields: Object.fromEntries(
        Object.entries(FORMS[place]?.(ground) ?? {}).filter(
          (field): field is [string, string] => typeof field[1] === "string",
        ),
      ),
    }));
}

/** next-auth's form with its token, as a browser gets it. */
async function prepareSignIn(origin: string): Promise<Form> {
  const { csrfToken, cookie } = await askCsrf(origin);
  return {
    ...post("/api/auth/callback/credentials", { origin, cookie, "content-type": URLENCODED }),
    name: "sign-in",
    fields: {
      csrfToken,
      email: "nobody@load.example",
      password: "wrong",
      code: "",
      callbackUrl: "/",
      json: "true",
    },
  };
}

const descriptionSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.unknown())).optional() })),
  ),
});

/** The service's operations; those that ask for no token are open. */
async function describeService(origin: string): Promise<{ targets: Target[]; open: string[]; token: Form }> {
  const answer = await fetch(`${origin}/service/openapi.json`);
  const { paths } = descriptionSchema.parse(await answer.json());
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      path: `/service${path.replace("{realm}", REALM).replace(/\{\w+\}/g, "1")}`,
      method: method.toUpperCase(),
      isOpen: security.some((way) => Object.keys(way).length === 0),
    })),
  );
  const token = `/service${tokenPath(REALM)}`;
  return {
    targets: operations
      .filter(({ method }) => method !== "GET")
      .map(({ path, method }) => ({
        ...post(path, { "content-type": path.endsWith("/document") ? MULTIPART : "application/json" }),
        name: `${method} ${path}`,
        method,
      })),
    open: [
      ...new Set(operations.filter((each) => each.isOpen).map(({ path }) => path)),
      ...["/openapi.json", "/docs", discoveryPath(REALM), certsPath(REALM)].map((path) => `/service${path}`),
    ],
    token: {
      ...post(token, { "content-type": URLENCODED }),
      name: "token",
      fields: {
        grant_type: "client_credentials",
        client_id: "nobody",
        client_secret: "wrong",
        scope: "cloud:read",
      },
    },
  };
}

/** Code that reads a stranger's request. */
const READERS =
  /^(?:app\/(?:\(auth\)|platform|_server|api\/(?:auth|health|metrics))\/|lib\/(?:auth|boot|core)\/)/;

async function findNames(): Promise<Pick<Anonymous, "queries" | "cookies">> {
  const queries = new Set<string>(["callbackUrl", "error", "_rsc"]);
  const cookies = new Set<string>(["next-auth.csrf-token"]);
  for (const path of (await listSources()).filter((each) => READERS.test(each))) {
    const text = await readText(path);
    for (const [, name = ""] of text.matchAll(/["'`](portico[._-][a-z]+)/g)) cookies.add(name);
    for (const [, name = ""] of text.matchAll(/(?:query|searchParams)\.get\("(\w+)"\)/g)) queries.add(name);
    for (const [, type = ""] of text.matchAll(/(?:type Query =|searchParams:)\s*Promise<([\s\S]*?)>;/g))
      for (const [, name = ""] of type.matchAll(/(\w+)(?:"|\?:)/g)) queries.add(name);
  }
  return { queries: [...queries].toSorted(), cookies: [...cookies].toSorted() };
}
