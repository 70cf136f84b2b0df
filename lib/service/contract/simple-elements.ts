/**
 * The answer of `element/simple` (docs/service "Simple elements"): a map by GlobalId, not a list.
 */
import { z } from "zod";

/** What an attribute or a property may be: raw values, without unit and without kind. */
export const simpleValueSchema = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown())])
  .describe("Raw value; its unit and its kind are in element/raw.");

const valuesByName = z.record(z.string(), simpleValueSchema);

/** `attributes` and one key per property set. */
export const simpleElementSchema = z.object({ attributes: valuesByName }).catchall(valuesByName);

/** Keyed by the 22-character GlobalId. */
export const simpleElementsSchema = z.record(z.string(), simpleElementSchema);
