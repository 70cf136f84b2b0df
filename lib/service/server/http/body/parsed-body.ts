/**
 * What a small body is once it was read, whatever its media type was. Types only.
 */
import type { FilePart } from "#lib/service/contract/inputs.ts";

export type Body = {
  /** JSON keeps types; forms have text only. */
  kind: "json" | "form";
  /** By key, so that no key of the caller's reaches a prototype. */
  values: ReadonlyMap<string, unknown>;
  /** Forms only: every value of each field in its order; `values` has the last. */
  repeated?: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, FilePart>;
};
