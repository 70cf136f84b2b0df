import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { readView } from "#lib/elements/query/address/address.ts";
import { classNameSchema, modelIdSchema } from "#lib/features/elements/schema.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { readSumsChoice } from "#lib/features/sums/choice.ts";
import type { AskedSums } from "#lib/features/sums/file.ts";

export type SumsParams = { cloudId: string; projectId: string; modelId: string };

/** What a file's address asks for: the same as the page's. @throws AppError NOT_FOUND */
export function askedSums(
  { cloudId, projectId, modelId: text }: SumsParams,
  params: URLSearchParams,
): AskedSums {
  const modelId = modelIdSchema.safeParse(text);
  if (!modelId.success) throw notFound(say("This model"));
  const classes = params.getAll("type").flatMap((name) => classNameSchema.safeParse(name).data ?? []);
  const [ifcClass, ...moreClasses] = classes.slice(0, SOURCES_MAX);
  const given = (name: string): string[] | undefined => (params.has(name) ? params.getAll(name) : undefined);
  return {
    query: { cloudId, projectId, modelId: modelId.data, ifcClass, moreClasses },
    view: readView(params).view,
    asked: readSumsChoice({ group: given("group"), sum: given("sum") }),
  };
}
