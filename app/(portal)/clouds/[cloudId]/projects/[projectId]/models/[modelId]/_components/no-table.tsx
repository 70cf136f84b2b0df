import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { TableState } from "#lib/features/elements/schema.ts";
import { classHref } from "./class-href.ts";
import { ReadAgain, type ModelIds } from "./read-again.tsx";

export type EndedState = Exclude<TableState, { state: "ready" | "reading" }>;

/** Why there will be no table: the reading failed, there is no such class, or the model has no elements. */
export function NoTable({
  table,
  path,
  ids,
  hint = t("The service was not asked."),
}: {
  table: EndedState;
  /** The page that similar classes lead to. */
  path: string;
  ids: ModelIds;
  /** Below an unknown class, above the similar ones. */
  hint?: string;
}): ReactNode {
  if (table.state === "failed")
    return (
      <Note
        tone="bad"
        title={t("The {noun} could not be read.", { noun: classNoun(table.ifcClass, 2) })}
        reference={table.reference}
        action={<ReadAgain ids={ids} ifcClasses={[table.ifcClass]} />}
      >
        {table.message}
      </Note>
    );
  if (table.state === "noElements")
    return (
      <Blank icon={<SearchX aria-hidden />} title={t("This model has no elements")}>
        {t("The service read the model and found no elements.")}
      </Blank>
    );
  return (
    <Blank
      icon={<SearchX aria-hidden />}
      title={t("No IFC schema has a class “{ifcClass}”", { ifcClass: table.ifcClass })}
      action={table.suggestions.map((name) => (
        <LinkButton key={name} href={classHref(path, [name])}>
          {name}
        </LinkButton>
      ))}
    >
      {hint}
    </Blank>
  );
}
