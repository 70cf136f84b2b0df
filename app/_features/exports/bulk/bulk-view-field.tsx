"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import type { ViewEntry, ViewList } from "#lib/features/views/schema.ts";

/**
 * What to export of each model. `id`: "" is everything of the named classes, "shown" the view of the table from which the dialog was
 * opened.
 */
export type BulkWhat = { id: string; content: ViewContent | null };
export const EVERYTHING: BulkWhat = { id: "", content: null };
export const SHOWN_VIEW = "shown";

const GROUPS: readonly { kind: ViewEntry["kind"]; label: string }[] = [
  { kind: "own", label: msg("Your views") },
  { kind: "shared", label: msg("Shared views") },
  { kind: "standard", label: msg("Ready-made views") },
];

/** Everything of some classes, the view of a table, or a saved view. */
export function BulkViewField({
  what,
  shown,
  onChange,
}: {
  what: BulkWhat;
  /** The view of the table from which the dialog was opened. */
  shown: ViewContent | null;
  onChange: (what: BulkWhat) => void;
}): ReactNode {
  const { data, error } = useQuery<ViewList>({ queryKey: ["/api/views"] });
  const views = data?.views ?? [];
  return (
    <Field
      label={t("Elements of each model")}
      error={
        error === null ? undefined : t("The views could not be read. {message}", { message: error.message })
      }
      hint={
        what.content === null
          ? undefined
          : t("{classes}: its columns, order and filters. A column that a model does not have stays empty.", {
              classes: what.content.ifcClasses.join(", "),
            })
      }
    >
      <Select
        value={what.id}
        onChange={(event) => {
          const id = event.currentTarget.value;
          const view = views.find((entry) => entry.id === id);
          onChange({ id, content: id === SHOWN_VIEW ? shown : (view?.content ?? null) });
        }}
      >
        <option value="">{t("All elements of the chosen classes")}</option>
        {shown !== null && <option value={SHOWN_VIEW}>{t("The view of the table as you see it")}</option>}
        {GROUPS.map(({ kind, label }) => {
          const own = views.filter((entry) => entry.kind === kind);
          return (
            own.length > 0 && (
              <optgroup key={kind} label={t(label)}>
                <Options of={own.map(({ id, name }) => [id, name])} />
              </optgroup>
            )
          );
        })}
      </Select>
    </Field>
  );
}
