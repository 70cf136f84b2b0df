/** Writes a sentence into its two columns: the English text, and its parts (lib/core/stored-sentence.ts reads them). */
import type { Sentence } from "#lib/core/kept-texts.ts";
import { inEnglish, type Said } from "#lib/core/texts.ts";
import { Prisma } from "./client.ts";

/** What a statement writes: text and parts together, so that no parts of an older sentence stay. */
export type StoredSentence<N extends string, S extends Sentence | null> = {
  [K in N]: S extends null ? null : string;
} & { [K in `${N}Said`]: Prisma.InputJsonObject | typeof Prisma.DbNull };

/** A sentence for the columns `name` and `<name>Said`, to be spread into a statement's data. Bare English text has no parts. */
export function stored<N extends string, S extends Sentence | null>(
  name: N,
  sentence: S,
): StoredSentence<N, S> {
  const said = sentence === null || typeof sentence === "string" ? null : storable(sentence);
  const written = said === null ? sentence : inEnglish(said);
  return { [name]: written, [`${name}Said`]: said ?? Prisma.DbNull } as StoredSentence<N, S>;
}

/** JSON takes no half surrogate pair where a text would replace it. */
function storable({ text, values }: Said): Said {
  const each = Object.entries(values).map(([name, value]) => {
    if (typeof value === "string") return [name, value.toWellFormed()];
    return [name, typeof value === "number" ? value : storable(value)];
  });
  return { text, values: Object.fromEntries(each) as Said["values"] };
}
