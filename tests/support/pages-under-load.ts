/**
 * Which pages a load test requests, and how often: 70 % lists, 20 % details, 10 % the overview; one in ten by loading the page (a new tab,
 * a link in an email), nine by following a link, as people do.
 */
import type { Client } from "pg";
import { writeCursor } from "#lib/core/cursor.ts";
import type { LoadKind } from "./steady-load.ts";

const DIFFERENT = 500;
/** Share of pages that are loaded. */
const LOADED_SHARE = 0.1;

/** The pages in both ways: "…, loaded" and "…, followed". On a database that fillRegistry has filled. */
export async function findPages(client: Client, origin: string): Promise<LoadKind[]> {
  const pages = await findDocuments(client);
  const follow = await learnFollowing(origin);
  return pages.flatMap((page) => [
    { ...page, name: `${page.name}, loaded`, share: page.share * LOADED_SHARE },
    {
      ...page,
      name: `${page.name}, followed`,
      share: page.share * (1 - LOADED_SHARE),
      paths: page.paths.map((path) => `${path}${path.includes("?") ? "&" : "?"}${follow}`),
      headers: FOLLOWED,
    },
  ]);
}

/** The headers of a browser that is on a page and requests the data of another one. */
const FOLLOWED = { rsc: "1" };

/** The parameter for these headers, which keeps caches from mixing up the answers: Next states it. */
async function learnFollowing(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/sign-in`, { headers: FOLLOWED, redirect: "manual" });
  const parameter = /[?&](_rsc(?:=[^&]*)?)/.exec(answer.headers.get("location") ?? "")?.[1];
  if (parameter === undefined)
    throw new Error(`${String(answer.status)}, and no parameter for a page's data.`);
  return parameter;
}

/** Every page whole, as for a browser that has nothing cached. */
async function findDocuments(client: Client): Promise<LoadKind[]> {
  const clouds = await listIds(client, "select id from cloud where name like 'Many %' order by id");
  const projects = await listIds(client, "select id || '/' || cloud_id as id from project order by id");
  const { rows: invitations } = await client.query<{ id: string; at: Date }>(
    `select id, created_at as at from invitation order by created_at desc, id desc limit ${String(DIFFERENT)}`,
  );
  const page = (name: string, share: number, paths: readonly string[]): LoadKind => ({ name, share, paths });
  return [
    page("Clouds", 15, ["/clouds"]),
    page(
      "Clouds, searched",
      10,
      Array.from({ length: DIFFERENT }, (_, n) => `/clouds?q=many+${String(n * 17)}`),
    ),
    page("Invitations", 15, ["/invitations"]),
    page(
      "Invitations, further pages",
      10,
      invitations.map(
        ({ at, id }) => `/invitations?after=${encodeURIComponent(writeCursor([at.toISOString(), id]))}`,
      ),
    ),
    page("Invitations, waiting", 10, ["/invitations?state=WAITING"]),
    page("Operations", 5, ["/operations"]),
    page("Exports", 5, ["/exports"]),
    page("Overview", 10, ["/"]),
    page(
      "One Cloud",
      10,
      clouds.map((id) => `/clouds/${id}`),
    ),
    page(
      "Invitations of one Cloud",
      5,
      clouds.map((id) => `/clouds/${id}/invitations`),
    ),
    page(
      "One project",
      5,
      projects.map((pair) => {
        const [project = "", cloud = ""] = pair.split("/");
        return `/clouds/${cloud}/projects/${project}`;
      }),
    ),
  ];
}

async function listIds(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`${statement} limit ${String(DIFFERENT)}`);
  return rows.map(({ id }) => id);
}
