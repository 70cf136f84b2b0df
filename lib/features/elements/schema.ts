/**
 * Inputs and answers of the element table. Types here are shared with client code: nothing but zod is imported.
 */
import { z } from "zod";
import { t } from "#lib/core/texts.ts";

/** An IFC class name by its form alone; whether there is such a class is asked later. */
export const classNameSchema = z
  .string()
  .trim()
  .regex(/^ifc[a-z0-9]{2,80}$/i, { error: () => t("An IFC class name such as IfcDoor.") });

/** The service's id of a model, from an address. */
export const modelIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.int().positive());

/** One class or several with commas between, as a form sends them. */
export const classNamesSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(classNameSchema).min(1).max(20));

/** How a column is shown; its place in the list is the place of its cells in every row. */
export type TableColumn = {
  id: string;
  /** null for attributes. */
  set: string | null;
  property: string;
  /** As the answer states it; null: not stated. */
  unit: string | null;
  /** Every value is a number: set to the right, and a unit belongs to it. */
  isNumeric: boolean;
  /** Rows with a value that is not the empty text. */
  filled: number;
  /** Characters of the longest text, list or object. */
  textLength: number;
};

/** A finished reading, as pages show it. */
export type SnapshotView = {
  id: string;
  ifcClass: string;
  rows: number;
  columns: TableColumn[];
  /** When the answer was complete, ISO 8601. */
  readAt: string;
  /** Bytes of the answer. */
  bytes: number;
  sha256: string;
  warnings: { message: string; count: number; samples: string[] }[];
};

/** A reading under way. */
export type ReadingView = {
  snapshotId: string;
  ifcClass: string;
  rows: number;
  bytes: number;
  startedAt: string;
};

/** How a reading stands, for whoever waits for it. */
export type ReadingState =
  | { state: "reading"; reading: ReadingView }
  | { state: "ready" }
  | { state: "failed"; message: string; reference: string };

/** Why an older reading is shown instead of a new one. */
export type StaleReason = { message: string; reference: string };

/** The table of one class, or why there is none yet. */
export type TableState =
  | { state: "ready"; snapshot: SnapshotView; stale: StaleReason | null }
  | { state: "reading"; reading: ReadingView }
  | { state: "failed"; ifcClass: string; message: string; reference: string }
  | { state: "unknownClass"; ifcClass: string; suggestions: string[] }
  /** The model has no elements at all. */
  | { state: "noElements" };

export type ClassCount = { ifcClass: string; count: number };

/** What can be chosen: counted where the service counts, else every class of the schema. */
export type ClassChoices = {
  /** Classes with elements, most first; null where the service does not say. */
  counted: ClassCount[] | null;
  /** Class names of the model's schema, by name. */
  catalogue: string[];
  /** Class → the nearest class above it that can be chosen too: what `without subtypes` leaves out. */
  supertypes: Record<string, string>;
};
