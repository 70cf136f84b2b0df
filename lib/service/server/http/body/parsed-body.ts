/** A small body after parsing, whatever its media type was. Types only. */
import type { FilePart } from "#lib/service/contract/inputs.ts";

export type Body = {
  /** JSON has types; forms have only text. */
  kind: "json" | "form";
  /** A map, so that no key from the caller reaches a prototype. */
  values: ReadonlyMap<string, unknown>;
  /** Only in forms: all values of each field, in order; `values` has the last. */
  repeated?: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, FilePart>;
};
