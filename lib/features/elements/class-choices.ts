/**
 * Which IFC classes can be chosen: those the service counts, else all element classes of the schemas. Names are spelt as in the schema; the
 * service ignores case, but files and links should not differ by it.
 */
import { findClassName, listProductNames, supertypesAmong } from "#lib/ifc/schema/catalogue.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { log } from "#lib/core/log/logger.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import type { ClassChoices, ClassCount } from "./schema.ts";
import type { ModelSource } from "#lib/features/models/source.ts";

/** The class that people want most often; the default. */
const FIRST_CLASS = "IfcDoor";
const SUGGESTIONS_MAX = 5;

/** The classes to choose from for a model. A service without counts is no failure. */
export async function listClassChoices(source: ModelSource, model: ModelView): Promise<ClassChoices> {
  const counted = await findCounts(source, model);
  const catalogue = listProductNames(model.schema);
  const names = new Set([...catalogue, ...(counted ?? []).map(({ ifcClass }) => ifcClass)]);
  return { counted, catalogue, supertypes: supertypesAmong(names, model.schema) };
}

/**
 * Those of the names that the model can have, by the service's counts or its schema: a view of doors names classes of several schemas, and
 * a service need not know all of them.
 */
export async function keepPresentClasses(
  source: ModelSource,
  model: ModelView,
  names: readonly string[],
): Promise<string[]> {
  const counted = await findCounts(source, model);
  const present = new Set(counted?.map(({ ifcClass }) => ifcClass) ?? listProductNames(model.schema));
  return names.filter((name) => present.has(name));
}

async function findCounts(source: ModelSource, model: ModelView): Promise<ClassCount[] | null> {
  try {
    const answer = await tryCapability(source.connection.id, "listClasses", () =>
      source.client.listClasses(source.cloudServiceId, source.projectServiceId, model.modelId),
    );
    if (!answer.isAnswered) return null;
    return answer.value
      .filter(({ count }) => count > 0)
      .map(({ ifcClass, count }) => ({ ifcClass: canonicalClass(ifcClass), count }))
      .sort((a, b) => b.count - a.count || (a.ifcClass < b.ifcClass ? -1 : 1));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    log.info("the classes of a model could not be counted", { reference: thrown.reference });
    return null;
  }
}

/** The schema's spelling, or the name unchanged when no schema has it. */
export function canonicalClass(name: string): string {
  return findClassName(name) ?? name;
}

/** The class to show: the requested one, else doors, else the class with most elements; null: the model has none. */
export function chooseClass(choices: ClassChoices, asked: string | undefined): string | null {
  if (asked !== undefined) {
    const counted = choices.counted?.find((entry) => entry.ifcClass.toLowerCase() === asked.toLowerCase());
    return counted?.ifcClass ?? canonicalClass(asked);
  }
  if (choices.counted === null) return FIRST_CLASS;
  const first = choices.counted.find((entry) => entry.ifcClass === FIRST_CLASS) ?? choices.counted[0];
  return first?.ifcClass ?? null;
}

/** True when the service counts it or a schema has it: otherwise the service need not be asked. */
export function isKnownClass(choices: ClassChoices, ifcClass: string): boolean {
  return (
    findClassName(ifcClass) !== null || (choices.counted ?? []).some((entry) => entry.ifcClass === ifcClass)
  );
}

/** Classes with names nearest to a misspelt one, best first. */
export function suggestClasses(choices: ClassChoices, misspelt: string): string[] {
  const wanted = misspelt.toLowerCase();
  const names = new Set([...(choices.counted ?? []).map((entry) => entry.ifcClass), ...choices.catalogue]);
  return [...names]
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= 4)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => name);
}

/** Levenshtein distance of two short texts. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
