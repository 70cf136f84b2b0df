/** Writes a sentence into its two columns: the English text, and its parts (lib/core/language/stored-sentence.ts reads them). */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { inEnglish, type Said } from "#lib/core/texts.ts";
import { Prisma } from "./client.ts";

/** What a statement writes: text and parts together, so that no parts of an older sentence remain. */
export type StoredSentence<N extends string, S extends Sentence | null> = {
  [K in N]: S extends null ? null : string;
} & { [K in `${N}Said`]: Prisma.InputJsonObject | typeof Prisma.DbNull };

/**
 * A sentence for the columns `name` and `<name>Said`, to spread into a statement's data. Plain English text has no parts, nor does a
 * sentence without values, which the catalogue finds by its text.
 */
export function stored<N extends string, S extends Sentence | null>(
  name: N,
  sentence: S,
): StoredSentence<N, S> {
  const { text, said } = sentence === null ? { text: null, said: null } : written(sentence);
  return { [name]: text, [`${name}Said`]: said ?? Prisma.DbNull } as StoredSentence<N, S>;
}

/** The same for a statement without Prisma. */
export function written(sentence: Sentence): { text: string; said: Said | null } {
  if (typeof sentence === "string") return { text: sentence, said: null };
  const said = storable(sentence);
  return { text: inEnglish(said), said: Object.keys(said.values).length === 0 ? null : said };
}

/** JSON columns reject lone surrogates, which a text column would replace. */
function storable({ text, values }: Said): Said {
  const each = Object.entries(values).map(([name, value]) => {
    if (typeof value === "string") return [name, value.toWellFormed()];
    return [name, typeof value === "number" ? value : storable(value)];
  });
  return { text, values: Object.fromEntries(each) as Said["values"] };
}
