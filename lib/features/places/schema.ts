/** Places to open: what search and the breadcrumb list. Shapes only; also used in the browser. */
import { z } from "zod";
import type { ConnectionWorld } from "#lib/features/connections/world.ts";

/** The kinds of places that have neighbours in the breadcrumb. */
export type PlaceKind = "cloud" | "project" | "model";

export type Place = {
  kind: PlaceKind;
  /** The registry's id; for a model, its project's id with its number. */
  id: string;
  name: string;
  /** The names above it, or its number. */
  detail: string;
  href: string;
  /** The world of its connection. */
  world: ConnectionWorld;
};

/** The neighbours of a place. */
export type Siblings = {
  places: Place[];
  /** There are more than those listed. */
  isCut: boolean;
};

const typed = z.string().max(256).default("");

/** Query of GET /api/places. */
export const findSchema = z.object({ q: typed });

/** Query of GET /api/places/siblings. `id`: of the Cloud or project; for models, of their project. */
export const siblingsSchema = z.object({
  of: z.enum(["cloud", "project", "model"]),
  id: z.uuid(),
  q: typed,
});
export type SiblingsQuery = z.output<typeof siblingsSchema>;
