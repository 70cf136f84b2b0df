/**
 * Who sends requests through the reverse proxy: an administrator, a colleague who may only look, and somebody without a session; and what
 * only the first two may be told.
 */
import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import type { ProductAccess } from "#tests/support/product.ts";

export type Person = { name: string; email: string | null; cookie: string | null };

/** Signed in through the proxy. */
export async function openPeople(client: Client, access: ProductAccess, origin: string): Promise<Person[]> {
  const email = `noor-${randomUUID()}@portico.example`;
  await client.query(
    `insert into staff (id, email, name, password_hash, role) select $1, $2, 'Noor', password_hash, 'VIEWER' from staff where email = $3`,
    [randomUUID(), email, access.adminEmail],
  );
  const { adminPassword } = access;
  return [
    {
      name: "administrator",
      email: access.adminEmail,
      cookie: await signInOverHttp(origin, access),
    },
    {
      name: "colleague",
      email,
      cookie: await signInOverHttp(origin, { adminEmail: email, adminPassword }),
    },
    { name: "nobody", email: null, cookie: null },
  ];
}

/** The whole answer as text, with its headers by name. */
export type Heard = { status: number; cache: string; kept: string; text: string };

export async function askAs(
  { cookie }: Person,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard> {
  const all = new Headers(headers);
  if (cookie !== null) all.set("cookie", cookie);
  const answer = await fetch(address, { headers: all, redirect: "manual" });
  return {
    status: answer.status,
    cache: answer.headers.get("x-cache") ?? "",
    kept: answer.headers.get("cache-control") ?? "",
    text: `${[...answer.headers].join("\n")}\n${await answer.text()}`,
  };
}
