/**
 * The property passport of a class in a model: its columns, how full they are, and how that differs from another model. Shared with client
 * code: nothing but types and zod; address.ts reads addresses, compare.ts finds differences.
 */
import { z } from "zod";
import type { QueryColumn } from "#lib/elements/query/types.ts";
import type { Cell } from "#lib/elements/wire.ts";

/** The facts of one column in one model; counts are elements, and the four add up to `elements`. */
export type ColumnFacts = Pick<
  QueryColumn,
  "kind" | "unit" | "unitConflict" | "valueType" | "distinct" | "min" | "max"
> &
  QueryColumn["fill"] & { columnId: string; elements: number };

/** What may change in a column that both models have. */
export const ASPECTS = ["unit", "kind", "fill"] as const;
export type Aspect = (typeof ASPECTS)[number];

/** How a column differs from the other model's; `none`: no comparison, or no difference. */
export type Change = "none" | "appeared" | "vanished" | "changed";

/** One line of a passport: a property of a set (or an attribute), here and in the other model. */
export type PassportEntry = {
  /** Equal for the same property in every model. */
  key: string;
  origin: QueryColumn["origin"];
  /** "" for attributes; a second set of the same name ends in #2. */
  set: string;
  property: string;
  change: Change;
  aspects: readonly Aspect[];
  /** null: this model has no such property (any more). */
  here: ColumnFacts | null;
  /** null: no comparison, or the other model has no such property. */
  before: ColumnFacts | null;
};

export const SHOWN = ["all", "differing", "appeared", "vanished", ...ASPECTS, "unfilled"] as const;
export type Shown = (typeof SHOWN)[number];

export const SORTS = ["model", "name", "fill", "distinct", "delta"] as const;
export type PassportSort = (typeof SORTS)[number];

/** Another model of the same Cloud: registry id of its project, and the service's id of the model. */
export type ModelRef = { projectId: string; modelId: number };

/** Everything in a passport's address besides the class. */
export type PassportView = {
  against: ModelRef | null;
  search: string;
  shown: Shown;
  sort: PassportSort;
  isDescending: boolean;
  /** Counted from 1. */
  page: number;
};

export const SEARCH_MAX = 200;
export const ENTRIES_PER_PAGE = 100;

/** `<registry id of the project>~<model id>`: another model in an address. */
export const modelRefSchema = z
  .string()
  .regex(/^[0-9a-f-]{36}~[1-9]\d{0,15}$/)
  .transform((text): ModelRef => {
    const [projectId = "", modelId = ""] = text.split("~");
    return { projectId, modelId: Number(modelId) };
  })
  .refine(({ modelId }) => Number.isSafeInteger(modelId));

/** Some values of a column; long texts, lists and objects are cut and end in …. */
export type Samples = readonly Exclude<Cell, undefined | null>[];

/** A model to compare with. */
export type ModelChoice = { projectId: string; modelId: number; name: string };
