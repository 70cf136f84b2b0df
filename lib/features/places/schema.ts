/**
 * Places that one can go to: what find-or-do and the breadcrumb list. Shapes only; read by the browser too.
 */
import { z } from "zod";
import type { ConnectionWorld } from "#lib/features/connections/world.ts";

/** What has neighbours in the breadcrumb. */
export type PlaceKind = "cloud" | "project" | "model";

export type Place = {
  kind: PlaceKind;
  /** Of the registry; a model's is its project's with its number. */
  id: string;
  name: string;
  /** Where it stands: the names above it, or its number. */
  detail: string;
  href: string;
  /** Of the connection it is in. */
  world: ConnectionWorld;
};

/** What stands beside a place. */
export type Siblings = {
  places: Place[];
  /** There are more than are listed. */
  isCut: boolean;
};

const typed = z.string().max(256).default("");

/** Query of GET /api/places. */
export const findSchema = z.object({ q: typed });

/** Query of GET /api/places/siblings. `id`: of the cloud or project; for models of their project. */
export const siblingsSchema = z.object({
  of: z.enum(["cloud", "project", "model"]),
  id: z.uuid(),
  q: typed,
});
export type SiblingsQuery = z.output<typeof siblingsSchema>;
