/**
 * Finds what is inside models by what a person typed: an element by its GlobalId, properties by name. Only what Portico has read is
 * searched, and how far that goes is said; no service is asked.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { relationNames } from "#lib/elements/relations/relation-columns.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { TYPED_LENGTH_MAX, WORDS_MAX } from "../patterns.ts";
import { findElements } from "./find-elements.ts";
import { findProperties } from "./find-properties.ts";
import { countUnread } from "./read-tables.ts";
import { GLOBAL_ID, type ContentsFound } from "./schema.ts";

/** Fewer characters would find nearly every property. */
const NAME_LENGTH_MIN = 3;

/** What models have of it. @throws the signal's reason */
export async function findContents(actor: Actor, typed: string, signal: AbortSignal): Promise<ContentsFound> {
  requirePermission(actor, "portal:read");
  const text = typed.replaceAll("\0", "").trim().slice(0, TYPED_LENGTH_MAX);
  // A set and its property may be written as one: "Pset_DoorCommon.FireRating".
  const words = subjectName(text)
    .split(/[\s.:]+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
  // In the language of the page on which somebody searches.
  const relations = relationNames();
  const isId = GLOBAL_ID.test(text);
  if (!isId && words.every((word) => word.length < NAME_LENGTH_MIN))
    return { elements: [], properties: [], propertiesTotal: 0, looked: null };
  const [named, found, unread] = await Promise.all([
    findProperties(words, relations),
    isId ? findElements(text, signal) : null,
    countUnread(),
  ]);
  return {
    elements: found?.elements ?? [],
    properties: named.properties,
    propertiesTotal: named.total,
    looked: { ...(found?.looked ?? named.looked), unread },
  };
}
