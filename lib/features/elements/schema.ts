/** Input and answers of the element table. Client code shares these types: imports nothing but zod. */
import { z } from "zod";
import { t } from "#lib/core/texts.ts";
import type { ReadingView, SnapshotView } from "./reading-views.ts";

/** An IFC class name by its form alone; whether the class exists is checked later. */
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

/** One class, or several separated by commas, as a form sends them. */
export const classNamesSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(classNameSchema).min(1).max(20));

/** The state of a reading, for whoever waits for it. */
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
  /** The model has no elements. */
  | { state: "noElements" };

export type ClassCount = { ifcClass: string; count: number };

/** The classes to choose from: those the service counts, else every class of the schema. */
export type ClassChoices = {
  /** Classes with elements, most first; null where the service does not count. */
  counted: ClassCount[] | null;
  /** Class names of the model's schema, by name. */
  catalogue: string[];
  /** Class → its nearest supertype that can be chosen too: `without subtypes` leaves such classes out. */
  supertypes: Record<string, string>;
};
