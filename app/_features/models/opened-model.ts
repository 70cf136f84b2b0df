import "server-only";
import { cache } from "react";
import type { Actor } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { openElementTable, type ElementTable } from "#lib/features/elements/queries.ts";

const CLASS_NAME_LENGTH_MAX = 100;

/**
 * The elements of a model, for the classes that an address names in `type`; loaded once for a page and its breadcrumb.
 * @throws AppError NOT_FOUND
 */
export function openModel(
  actor: Actor,
  { cloudId, projectId, modelId }: { cloudId: string; projectId: string; modelId: number },
  type: string | string[] | undefined,
): Promise<ElementTable> {
  return openOnce(actor, cloudId, projectId, modelId, JSON.stringify(classesIn(type)));
}

// Cached by texts and numbers only: objects would differ between callers.
const openOnce = cache(
  (actor: Actor, cloudId: string, projectId: string, modelId: number, classes: string) => {
    const [ifcClass, ...moreClasses] = JSON.parse(classes) as string[];
    return openElementTable(actor, { cloudId, projectId, modelId, ifcClass, moreClasses });
  },
);

/** The classes of an address without duplicates; at most as many as one table takes. */
function classesIn(type: string | string[] | undefined): string[] {
  const named = (Array.isArray(type) ? type : [type ?? ""]).map((name) =>
    name.slice(0, CLASS_NAME_LENGTH_MAX),
  );
  const once = new Map(named.map((name) => [name.toLowerCase(), name]));
  return [...once.values()].filter((name) => name !== "").slice(0, SOURCES_MAX);
}

/** The name of a model; its number while its service does not answer and nothing of it is stored. */
export function modelNameOf(opened: ElementTable, modelId: number): string {
  if (opened.state === "open") return opened.modelName;
  return opened.state === "notReady" ? opened.model.name : t("Model {modelId}", { modelId });
}
