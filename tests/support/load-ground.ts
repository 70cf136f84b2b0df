/**
 * The content for load tests of the whole product (L1 to L4): a registry of many rows with a long audit, signed-in staff, applications that
 * request tokens, and a project of many models. Provides cookies, pages, actions and calls as data for steady-load.ts.
 */
import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { tokenPath } from "#lib/service/contract/addresses.ts";
import { connect, openDb } from "./connected.ts";
import { signInOverHttp } from "./http-sign-in.ts";
import { addApplications, addReadModels, clientIdOf, modelNames, secretOf } from "./many-callers.ts";
import { fillRegistry, type Extent } from "./many-rows.ts";
import { makeProject } from "./model-service.ts";
import { MULTIPART, multipartOf } from "./multipart.ts";
import { findPages } from "./pages-under-load.ts";
import type { ProductAccess } from "./product.ts";
import type { LoadKind } from "./steady-load.ts";
import { openService } from "./service-caller.ts";
import { wire } from "./wire.ts";

export type LoadExtent = {
  registry: Extent;
  auditRows: number;
  staff: number;
  applications: number;
  models: number;
};

export type LoadGround = AsyncDisposable & {
  port: number;
  cookies: string[];
  /** 70 % lists, 20 % details, 10 % the overview; one in ten loaded whole, the others by following a link. */
  pages: LoadKind[];
  /** Each creates a different Cloud, like the page's form without script. */
  actions: (count: number) => Promise<LoadKind>;
  /** Applications that request tokens, one after the other. */
  grants: LoadKind;
  /** The list of models of the large project. */
  models: LoadKind;
  /** Counts Clouds of actions that are not exactly once at the service, or whose intent or outcome is not exactly once in the audit. */
  countMistold: () => Promise<{ made: number; mistold: number }>;
};

const MADE = "Made under load";

/** Call it on a product that has just been started. Takes minutes for millions of rows. */
export async function prepareLoad(access: ProductAccess, extent: LoadExtent): Promise<LoadGround> {
  const client = await connect(access.databaseUrl);
  await fillRegistry(client, extent.registry);
  await addAudit(client, extent.auditRows);
  const cookies = await signInStaff(client, access, extent.staff);
  const { grants, models } = await prepareService(access, extent);
  return {
    port: Number(new URL(access.origin).port),
    cookies,
    pages: await findPages(client, access.origin),
    actions: (count) => prepareActions(access.origin, cookies[0] ?? "", count),
    grants,
    models,
    countMistold: () => countMistold(client),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Acts of four rows, after what the start has written; the chain's hashes do not match the rows, since nobody verifies them here. */
async function addAudit(client: Client, rows: number): Promise<void> {
  await client.query(
    `insert into audit (seq, at, actor_id, actor_name, action, object_type, object_id, outcome, request_id, prev_hash, hash)
     select last.seq + n, now() - ($1 - n) * interval '5 seconds', null, 'Staff ' || n % 50, 'cloud.create', 'cloud', gen_random_uuid(), 'DONE',
       'many ' || n / 4, md5(n::text) || md5(n::text), md5((n + 1)::text) || md5((n + 1)::text)
     from generate_series(1, $1::int) n, (select coalesce(max(seq), 0) as seq from audit) last`,
    [rows],
  );
  await client.query("vacuum analyze audit");
}

/** Administrators with the password of the first one, each signed in. */
async function signInStaff(client: Client, access: ProductAccess, count: number): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `insert into staff (id, email, name, password_hash, role)
     select gen_random_uuid(), 'staff-' || n || '@load.example', 'Staff ' || n, password_hash, role
     from staff, generate_series(1, $2::int) n where email = $1 returning email`,
    [access.adminEmail, count],
  );
  const cookies: string[] = [];
  for (const { email } of rows)
    cookies.push(
      await signInOverHttp(access.origin, { adminEmail: email, adminPassword: access.adminPassword }),
    );
  return cookies;
}

async function prepareService(
  access: ProductAccess,
  { applications, models }: LoadExtent,
): Promise<Pick<LoadGround, "grants" | "models">> {
  const baseUrl = `${access.origin}/service`;
  const { token } = await openService(access);
  const project = await makeProject(wire(baseUrl, token));
  await using db = openDb(access.databaseUrl);
  await addReadModels(db, Number(project.split("/").at(-1)), modelNames(models));
  await addApplications(db, applications);
  const bodyOf = (n: string): string =>
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientIdOf(n),
      client_secret: secretOf(n),
    }).toString();
  return {
    grants: {
      name: "Token",
      share: 1,
      paths: [`/service${tokenPath("portico")}`],
      bodies: Array.from({ length: applications }, (_, n) => bodyOf(String(n))),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      differ: true,
    },
    models: {
      name: "List of models",
      share: 1,
      paths: [`/service${project}/ifc`],
      headers: { authorization: `Bearer ${token}` },
    },
  };
}

/** The page's current form, filled in differently each time. */
async function prepareActions(origin: string, cookie: string, count: number): Promise<LoadKind> {
  const page = await (await fetch(`${origin}/clouds/new`, { headers: { cookie } })).text();
  const form = page.match(/<form[^]*?<\/form>/g)?.find((one) => one.includes('name="connectionId"'));
  if (form === undefined) throw new Error("The page for a new Cloud has no form that names its connection.");
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    plain(/ name="([^"]*)"/.exec(input)?.[1] ?? ""),
    plain(/ value="([^"]*)"/.exec(input)?.[1] ?? ""),
  ]);
  const bodyOf = (n: number): string =>
    multipartOf([
      ...hidden.filter(([name]) => name !== "key"),
      ["key", randomUUID()],
      ["name", `${MADE} ${String(n)} ${randomUUID()}`],
    ]);
  return {
    name: "Create a Cloud",
    share: 1,
    paths: ["/clouds/new"],
    bodies: Array.from({ length: count }, (_, n) => bodyOf(n)),
    headers: {
      "content-type": MULTIPART,
      // The host that steady-load.ts calls.
      origin: `http://127.0.0.1:${new URL(origin).port}`,
      "sec-fetch-site": "same-origin",
    },
  };
}

const plain = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");

async function countMistold(client: Client): Promise<{ made: number; mistold: number }> {
  const { rows } = await client.query<{ made: number; mistold: number }>(
    `select count(*)::int as made,
       count(*) filter (where told <> array['DONE', 'INTENDED'] or there <> 1 or state <> 'DONE')::int as mistold
     from (select operation.state, array_agg(audit.outcome::text order by audit.outcome::text) as told,
         (select count(*) from service_cloud where service_cloud.name = operation.title) as there
       from operation left join audit on audit.operation_id = operation.id
       where operation.title like '${MADE} %' group by operation.id) each`,
  );
  return rows[0] ?? { made: 0, mistold: 0 };
}
