/**
 * Views as files: JSON with a version; every problem is named with its place. Pure and shared with client code; only what the schema of
 * content.ts accepts is taken from a file.
 */
import { z } from "zod";
import { t } from "#lib/core/texts.ts";
import { CONTENT_VERSION, READABLE_VERSIONS, viewContentSchema, type ViewContent } from "./content.ts";
import { viewNameSchema } from "./schema.ts";

/** Maximum size of a view file in bytes. */
export const VIEW_FILE_BYTES_MAX = 256 * 1024;
const PROBLEMS_MAX = 50;

const fileSchema = z.strictObject({
  portico: z.literal("element-view", {
    error: () => t("This must be “element-view”: the file is not a Portico view."),
  }),
  version: z.literal(READABLE_VERSIONS, {
    error: () => t("This Portico reads view files up to version {version}.", { version: CONTENT_VERSION }),
  }),
  name: viewNameSchema,
  content: viewContentSchema,
});

export type ViewFile = { name: string; content: ViewContent };
export type ReadViewFile = { ok: true; view: ViewFile } | { ok: false; problems: string[] };

/** The text of a view's file; `readViewFile` returns an equal view. */
export function writeViewFile({ name, content }: ViewFile): string {
  return `${JSON.stringify({ portico: "element-view", version: CONTENT_VERSION, name, content }, null, 2)}\n`;
}

/** Reads a view's file; never throws. A problem is "where: what", such as "content.filters[2].op: Invalid input". */
export function readViewFile(text: string): ReadViewFile {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > VIEW_FILE_BYTES_MAX) {
    const kibMax = VIEW_FILE_BYTES_MAX / 1024;
    return {
      ok: false,
      problems: [t("The file has {bytes} bytes; a view has at most {kibMax} KiB.", { bytes, kibMax })],
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (thrown) {
    // The engine's message quotes the file, which may contain anything.
    const problem =
      thrown instanceof RangeError
        ? t("The file cannot be read: it is nested too deeply.")
        : t("The file cannot be read: it is not well-formed JSON.");
    return { ok: false, problems: [problem] };
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return { ok: true, view: { name: parsed.data.name, content: parsed.data.content } };
  const problems = flatten(parsed.error.issues).map(({ path, message }) => `${placeOf(path)}: ${message}`);
  const more = problems.length - PROBLEMS_MAX;
  return {
    ok: false,
    problems: [
      ...[...new Set(problems)].slice(0, PROBLEMS_MAX),
      ...(more > 0 ? [t("and {more} more of this kind", { more })] : []),
    ],
  };
}

type Place = { path: readonly PropertyKey[]; message: string };

/** Where one of several forms is allowed (a column's name), the problems of the closest form. */
function flatten(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): Place[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code !== "invalid_union" || issue.errors.length === 0)
      return [{ path, message: issue.message }];
    const nearest = issue.errors.reduce((least, errors) => (errors.length < least.length ? errors : least));
    return flatten(nearest, path);
  });
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path
    .map((part) => (typeof part === "number" ? `[${String(part)}]` : `.${String(part)}`))
    .join("");
  return place === "" ? t("the file") : place.replace(/^\./, "").slice(0, 200);
}
