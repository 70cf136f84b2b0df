/**
 * The property passport of a class in a model: its columns, how full they are, and how that differs from another model. Shared with client
 * code: nothing but types and zod; addresses are read by address.ts, differences found by compare.ts.
 */
import { z } from "zod";
import type { ColumnKind, QueryColumn } from "#lib/elements/query/types.ts";
import type { Cell } from "#lib/elements/wire.ts";

/** What one model says about one column; counts are elements, and the four add up to `elements`. */
export type ColumnFacts = {
  columnId: string;
  kind: ColumnKind;
  /** As the answer states it; null: not stated, or several (then `unitConflict`). */
  unit: string | null;
  unitConflict: boolean;
  valueType: string | null;
  elements: number;
  present: number;
  emptyText: number;
  none: number;
  missing: number;
  /** Different values, kinds of nothing not counted. */
  distinct: number;
  min: number | null;
  max: number | null;
};

/** What changed in a column that both models have. */
export const ASPECTS = ["unit", "kind", "fill"] as const;
export type Aspect = (typeof ASPECTS)[number];

/** How a column differs from the other model's; `none` where nothing is compared, or nothing differs. */
export type Change = "none" | "appeared" | "vanished" | "changed";

/** One line of a passport: a property of a set (or an attribute), here and in the model compared with. */
export type PassportEntry = {
  /** The same for the same property in every model. */
  key: string;
  origin: QueryColumn["origin"];
  /** "" for attributes; a second set of the same name ends in #2. */
  set: string;
  property: string;
  change: Change;
  aspects: readonly Aspect[];
  /** null: this model has no such property (any more). */
  here: ColumnFacts | null;
  /** null: nothing is compared, or the other model has no such property. */
  before: ColumnFacts | null;
};

/** How many entries differ in which way; an entry with several changes counts in each. */
export type ChangeCounts = Record<
  "all" | "differing" | "appeared" | "vanished" | Aspect | "unfilled",
  number
>;

export const SHOWN = [
  "all",
  "differing",
  "appeared",
  "vanished",
  "unit",
  "kind",
  "fill",
  "unfilled",
] as const;
export type Shown = (typeof SHOWN)[number];

export const SORTS = ["model", "name", "fill", "distinct", "delta"] as const;
export type PassportSort = (typeof SORTS)[number];

/** Another model of the same cloud: registry id of its project, and the service's id of the model. */
export type ModelRef = { projectId: string; modelId: number };

/** All that a passport's address says beside the class. */
export type PassportView = {
  against: ModelRef | null;
  search: string;
  shown: Shown;
  sort: PassportSort;
  isDescending: boolean;
  /** From 1 on. */
  page: number;
};

export const SEARCH_MAX = 200;
export const ENTRIES_PER_PAGE = 100;

/** `<registry id of the project>~<model id>`, as an address names another model. */
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

/** A model that can be compared with. */
export type ModelChoice = { projectId: string; modelId: number; name: string };
