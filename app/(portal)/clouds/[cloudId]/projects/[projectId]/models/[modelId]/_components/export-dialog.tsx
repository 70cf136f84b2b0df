"use client";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState, type ReactNode } from "react";
import { ExportChoices } from "#app/_features/exports/export-choices.tsx";
import { ExportForecast, seenWords } from "#app/_features/exports/export-forecast.tsx";
import { HiddenFields } from "#app/_ui/forms/hidden-fields.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import type { ExportFacts } from "#lib/elements/files/forecast/facts.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import { exportOptionsSchema, PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import { readView } from "#lib/elements/query/address/address.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { ExportDesk } from "./use-export-desk.ts";

type Props = {
  desk: ExportDesk;
  /** Ids of the readings shown, joined with ".". */
  table: string;
  /** The origin of these readings, as the action reads it. */
  origin: string;
  /** "214 doors" */
  what: string;
  onClose: () => void;
};

/** Format, options, and the changes they will make to the data, before anything is written. */
export function ExportDialog({ desk, table, origin, what, onClose }: Props): ReactNode {
  const id = useId();
  // The whole state of the table is in the address; it cannot change while the dialog is open.
  const [view] = useState(() =>
    writeView(readView(new URLSearchParams(window.location.search)).view).toString(),
  );
  const [hasView, setHasView] = useState(true);
  const [choice, setChoice] = useState<ExportChoice>({
    profile: "programs",
    options: { ...PLAIN_OPTIONS.programs, unitInHeading: true },
  });
  const question = new URLSearchParams({ table, ...(hasView && { view }) }).toString();
  const asked = useQuery<ExportFacts>({ queryKey: [`/api/exports/forecast?${question}`] });
  const { data: facts } = asked;
  const items = useMemo(() => (facts === undefined ? [] : forecast(facts, choice)), [facts, choice]);
  const isSound = exportOptionsSchema.safeParse(choice.options).success;
  const isStopped = !isSound || items.some(({ tone }) => tone === "stop");
  return (
    <Dialog
      title={t("Export {what}", { what })}
      description={
        facts !== undefined
          ? t(
              "{rows, plural, one {# row} other {# rows}} × {columns, plural, one {# column} other {# columns}}",
              {
                rows: facts.rows,
                columns: facts.columns,
              },
            )
          : t("Checking the values")
      }
      size="xl"
      open
      onClose={onClose}
      footer={
        <>
          <span className="flex-1 basis-48 text-12 text-fg-3 max-sm:basis-full">
            {t(
              "The file is verified before download. You can close this page and find the file later under Exports.",
            )}
          </span>
          <DialogClose>
            <Button>{t("Cancel")}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={id} disabled={isStopped}>
            {t("Start the export")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          desk.form.formProps.onSubmit(event);
          onClose();
        }}
        className="grid min-w-0 gap-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
      >
        <HiddenFields
          fields={{
            key: desk.key,
            snapshotIds: table,
            origin,
            options: JSON.stringify(choice.options),
            view: hasView ? view : undefined,
          }}
        />
        <div className="grid min-w-0 content-start gap-4">
          <Field label={t("What")}>
            <Select
              value={hasView ? "view" : "everything"}
              onChange={(event) => setHasView(event.currentTarget.value === "view")}
            >
              <option value="view">{t("The view as shown (columns, filters)")}</option>
              <option value="everything">{t("Everything: all rows, all columns")}</option>
            </Select>
          </Field>
          <ExportChoices choice={choice} onChange={setChoice} />
        </div>
        <ExportForecast
          isPending={asked.isPending}
          trouble={asked.error?.message ?? null}
          seen={facts === undefined ? null : seenWords(facts)}
          isWhole={facts !== undefined && facts.rowsSeen >= facts.rows}
          items={items}
          onChoose={setChoice}
        />
      </form>
    </Dialog>
  );
}
