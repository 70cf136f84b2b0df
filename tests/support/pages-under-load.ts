/** Which pages a load asks for, and how often each: 70 % lists, 20 % details, 10 % the overview. */
import type { Client } from "pg";
import { writeCursor } from "#lib/core/cursor.ts";
import type { LoadKind } from "./steady-load.ts";

const DIFFERENT = 500;

/** On a database that fillRegistry has filled. */
export async function findPages(client: Client): Promise<LoadKind[]> {
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
