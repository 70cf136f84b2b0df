/**
 * S5: only what is needed leaves the server. Every column of the database is listed as one that may leave or one that is kept; what the kept ones hold
 * is in no page, no data for the router, no answer of a route or of the service, no file, and no log of the database.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, product, test } from "#tests/support/browser.ts";
import { addressOf, readDeclaredAccess } from "#tests/support/declared-access.ts";
import { listMislisted } from "#tests/support/kept-columns.ts";
import { collectKept, makeKeptGround, type KeptGround } from "#tests/support/kept-ground.ts";
import { ACCESS_TOKEN, PLATFORM_SESSION } from "#tests/support/planted-rows.ts";
import { openService } from "#tests/support/service-caller.ts";

/** Of the fixture's model. */
const DOOR = "1hOSvn6df7F8_7GcBWlRGQ";
let ground: KeptGround;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  ground = await makeKeptGround(product);
});
test.afterAll(() => ground[Symbol.asyncDispose]());

/** Part of an address in brackets → the table whose row it names; "listId" and the platform's Cloud are told apart by what stands before. */
const TABLE_OF: Readonly<Record<string, string>> = {
  "[cloudId]": "cloud",
  "[projectId]": "project",
  "[modelId]": "service_model",
  "invitations/lists/[listId]": "invitation_run",
  "projects/lists/[listId]": "project_list",
  "[connectionId]": "connection",
  "[messageId]": "mailbox_message",
  "[operationId]": "operation",
  "[planId]": "plan",
  "[applicationId]": "service_application",
  "[snapshotId]": "snapshot",
  "[removalId]": "person_removal",
  "[runId]": "export_run",
  "[bulkId]": "bulk_run",
  "[viewId]": "element_view",
  "platform/cloud/[cloudId]": "service_cloud",
  "{cloud_id}": "service_cloud",
  "{project_id}": "service_project",
  "{model_id}": "service_model",
  "{document_id}": "service_document",
  "{invitation_id}": "service_invitation",
  "{webhook_id}": "service_webhook",
  "{user_id}": "service_user",
};

/** What routes need to be asked beside their address; pages show more when asked. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "/operations": ["show=all"],
  "/clouds": ["sort=newest"],
  "/people/removals/new": ["address=planted"],
  "/mailbox": ["for=everybody"],
  "/clouds/[cloudId]/projects/[projectId]/models/[modelId]": ["type=IfcDoor"],
  "/clouds/[cloudId]/projects/[projectId]/models/[modelId]/passport": ["type=IfcDoor"],
  "/clouds/[cloudId]/projects/[projectId]/models/[modelId]/passport/csv": ["type=IfcDoor"],
  "/clouds/[cloudId]/projects/[projectId]/models/[modelId]/sums": ["type=IfcDoor"],
  "/clouds/[cloudId]/projects/[projectId]/models/[modelId]/sums/csv": ["type=IfcDoor"],
  "/clouds/[cloudId]/projects/[projectId]/models/[modelId]/sums/xlsx": ["type=IfcDoor"],
  "/api/audit/file": ["format=csv", "format=json"],
  "/api/elements/[snapshotId]/rows": ["offset=0&limit=50"],
  "/api/elements/[snapshotId]/facet": ["column=id&limit=20"],
  "/api/elements/[snapshotId]/statistics": ["column=id"],
  "/api/elements/[snapshotId]/element": ["row=0"],
  "/api/exports/forecast": ["table=[snapshotId]"],
  "/api/places": ["q=Kept"],
  "/api/places/contents": ["q=FireRating", "q=0123456789ABCDEFGHIJ_$"],
  "/api/projects/[projectId]/models/same": ["bytes=1", `bytes=1&sha256=${"0".repeat(64)}`],
  "/api/views/[viewId]/address": ["project=[projectId]&model=[modelId]"],
  "/api/places/siblings": ["of=cloud&id=[cloudId]", "of=project&id=[projectId]", "of=model&id=[projectId]"],
};

/** What this installation does not have: figures without a token for them, and an identity provider. */
const SWITCHED_OFF = [
  "404 /api/metrics",
  "404 /sign-in/oidc",
  "404 /sign-in/oidc/callback",
  "404 /sign-in/oidc/leave",
];

/** Every page and every route that is read from, with the parts of its address filled in. */
async function listAddresses(): Promise<string[]> {
  // What is made beside a page has no address of its own.
  const declared = Object.keys(await readDeclaredAccess()).filter((key) => !key.includes("/@"));
  const readable = declared.filter((key) => key.endsWith("/page.tsx") || /#.*\bGET\b/.test(key));
  return readable.flatMap((key) => {
    const address = addressOf(key.split("#")[0] ?? "").replace("[...nextauth]", "session");
    const queries = QUERIES[address] ?? [""];
    return queries.map((query) => fill(query === "" ? address : `${address}?${query}`));
  });
}

function fill(address: string): string {
  const live = address.replace(
    "/[viewId]/[model]",
    () => `/[viewId]/${ground.idOf("project")}-[modelId].csv`,
  );
  let filled = live;
  // What is longer names more exactly.
  for (const [part, table] of Object.entries(TABLE_OF).toSorted(([a], [b]) => b.length - a.length))
    filled = filled.replaceAll(part, () => part.replace(/[[{]\w+[\]}]/, ground.idOf(table)));
  if (/[[{]/.test(filled)) throw new Error(`${address}: say in TABLE_OF whose id stands there`);
  return filled;
}

test("every column of the database is listed as one that may leave or as one that is kept", async () => {
  expect(await listMislisted(ground.client)).toEqual([]);
});

test("what is kept is in no answer, whoever asks for what", async () => {
  test.setTimeout(300_000);
  const kept = [...(await collectKept(ground))];
  expect(kept.length).toBeGreaterThan(40);
  const found = new Set<string>();
  const unanswered = new Set<string>();
  const search = (where: string, text: string): void => {
    for (const [column, needles] of kept)
      if (needles.some((needle) => text.includes(needle))) found.add(`${column} in ${where}`);
  };
  const look = async (address: string, headers: Record<string, string>): Promise<string> => {
    const isForRouter = headers["rsc"] !== undefined;
    const answer = await fetch(product.origin + address, {
      headers,
      redirect: isForRouter ? "follow" : "manual",
    });
    const text = await readAll(answer);
    search(isForRouter ? `${address} for the router` : address, text + JSON.stringify([...answer.headers]));
    if (isForRouter) expect(answer.headers.get("content-type"), address).toContain("text/x-component");
    if (answer.status >= 400) unanswered.add(`${String(answer.status)} ${address}`);
    return text;
  };
  for (const address of await listAddresses()) {
    const who = credentialsFor(address);
    const html = await look(address, who);
    if (html.includes("</html>")) await look(address, Object.assign({ rsc: "1" }, who));
  }
  const { token } = await openService(product);
  for (const address of await listServiceAddresses())
    await look(address, { authorization: `Bearer ${token}` });
  const logs = join(product.dataDir, "postgres", "log");
  for (const name of await readdir(logs)) search(`the log ${name}`, await readFile(join(logs, name), "utf8"));
  expect([...found]).toEqual([]);
  expect([...unanswered].toSorted()).toEqual(SWITCHED_OFF);
});

/** Who may see the most at an address. */
function credentialsFor(address: string): Record<string, string> {
  if (address.startsWith("/platform")) return { cookie: `portico_platform=${PLATFORM_SESSION}` };
  if (address.startsWith("/api/exports/live")) return { authorization: `Bearer ${ACCESS_TOKEN}` };
  return { cookie: ground.cookie };
}

/** What comes until the end, or until it breaks off: the archive of a planted export finds no file for it. */
async function readAll(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of answer.body ?? []) pieces.push(piece);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** What the service lets be read, as its own description says. */
async function listServiceAddresses(): Promise<string[]> {
  const answer = await fetch(`${product.origin}/service/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const readable = Object.entries(paths).filter(([, methods]) => "get" in methods);
  return readable.map(([path]) => fill(`/service${path}`.replace("{uuid}", DOOR)));
}
