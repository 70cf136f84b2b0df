"use client";
import { useAsked } from "#app/_client/use-asked.ts";
import { fits } from "#app/_ui/primitives/picking.ts";
import { t } from "#lib/core/texts.ts";
import type { ContentsFound } from "#lib/features/places/contents/schema.ts";
import { lookedWords } from "./content-items.ts";

type Contents = Pick<ContentsFound, "elements" | "properties" | "propertiesTotal">;

const NOTHING: Contents = { elements: [], properties: [], propertiesTotal: 0 };
/** As the server has it (find-contents.ts). */
const TYPED_LENGTH_MIN = 3;

/**
 * What models have of what is typed, and what to say of it: how far was searched, or why it could not be. Asked apart from places, which
 * are there sooner.
 */
export function useContents(typed: string): { contents: Contents; note: string | null; isPending: boolean } {
  const path =
    typed.length < TYPED_LENGTH_MIN ? null : (`/api/places/contents?q=${encodeURIComponent(typed)}` as const);
  const { value, trouble, isPending } = useAsked<ContentsFound>(path);
  if (trouble !== null)
    return {
      contents: NOTHING,
      note: t("Elements and properties could not be searched. {trouble}", { trouble }),
      isPending,
    };
  if (path === null || value === null) return { contents: NOTHING, note: null, isPending };
  // Until the answer to what is typed now is there, that of before counts as far as it fits.
  if (isPending) {
    const properties = value.properties.filter(({ name, ifcClass, model, where }) =>
      fits(typed, `${name.set ?? ""} ${name.property} ${ifcClass} ${model} ${where}`),
    );
    return {
      contents: { elements: [], properties, propertiesTotal: properties.length },
      note: null,
      isPending,
    };
  }
  return { contents: value, note: value.looked === null ? null : lookedWords(value.looked), isPending };
}
