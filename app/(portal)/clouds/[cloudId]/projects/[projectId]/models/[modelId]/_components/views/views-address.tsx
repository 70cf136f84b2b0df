"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useState, type ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";
import {
  LIVE_FORMATS,
  livePath,
  type LiveFormat,
  type LiveModel,
  type LiveVersion,
} from "#lib/features/views/live-address.ts";
import type { AddressState, AddressStates } from "#lib/features/views/live/state.ts";
import { makeAddressAction } from "./actions.ts";
import { useViewAct } from "./use-view-act.ts";

const MODEL = /\/projects\/([0-9a-f-]{36})\/models\/(\d+)/;
const NAMES_SHOWN = 6;

const FORMAT_WORDS: Record<LiveFormat, string> = {
  csv: msg("CSV"),
  ndjson: msg("JSON, one element per line"),
  parquet: msg("Parquet"),
};

/** The address at which a program reads this view of this model, once made. */
export function LiveAddress({ viewId }: { viewId: string }): ReactNode {
  const [, projectId, model] = MODEL.exec(usePathname()) ?? [];
  if (projectId === undefined) return null;
  return <Address viewId={viewId} projectId={projectId} modelId={Number(model)} />;
}

type AddressProps = Omit<LiveModel, "version"> & { viewId: string };

function Address({ viewId, projectId, modelId }: AddressProps): ReactNode {
  const { data, error } = useQuery<{ addresses: AddressStates }>({
    queryKey: [`/api/views/${viewId}/address?project=${projectId}&model=${String(modelId)}`],
  });
  const [made, setMade] = useState<Partial<AddressStates>>({});
  const [chosen, setChosen] = useState<LiveVersion | null>(null);
  const act = useViewAct(() => undefined);
  const addresses = data === undefined ? null : { ...data.addresses, ...made };
  // An existing address is preselected; without one, the address that follows the model.
  const version = chosen ?? (addresses?.newest === null && addresses.fixed !== null ? "fixed" : "newest");
  const address = addresses?.[version] ?? null;
  const make = (takesIn: boolean): void =>
    act.run(
      makeAddressAction,
      { viewId, projectId, modelId: String(modelId), version, ...(takesIn && { takesIn: "on" }) },
      (state) => setMade((before) => ({ ...before, [version]: state })),
    );
  return (
    <section aria-label={t("Live address")} className="grid gap-2 text-12 text-fg-2">
      <span>
        {rich("A program reads this view at its live address. It needs an <link>access token</link>.", {
          link: (inner) => (
            <a className="link" href={`/settings/tokens?view=${viewId}`}>
              {inner}
            </a>
          ),
        })}
      </span>
      <FormErrorSummary result={act.result} title={t("The address was not changed.")} />
      {error !== null && (
        <Note tone="bad" live title={t("The address could not be read.")}>
          {error.message}
        </Note>
      )}
      {addresses !== null && (
        <Field label={t("Version")}>
          <Select
            value={version}
            onChange={(event) => setChosen(event.target.value === "fixed" ? "fixed" : "newest")}
          >
            <option value="newest">{t("The newest version of this model")}</option>
            <option value="fixed">{t("This version only")}</option>
          </Select>
        </Field>
      )}
      {address === null ? (
        addresses !== null && (
          <div>
            <Button size="sm" pending={act.pending} onClick={() => make(false)}>
              {t("Create live address")}
            </Button>
          </div>
        )
      ) : (
        <>
          <Path viewId={viewId} model={{ projectId, modelId: address.modelId, version }} />
          <Columns address={address} isPending={act.pending} onTakeIn={() => make(true)} />
        </>
      )}
    </section>
  );
}

function Path({ viewId, model }: { viewId: string; model: LiveModel }): ReactNode {
  const [format, setFormat] = useState<LiveFormat>("csv");
  const path = livePath(viewId, model, format);
  return (
    <div className="grid gap-2">
      <Field label={t("Format")}>
        <Select
          value={format}
          onChange={(event) => setFormat(LIVE_FORMATS.find((known) => known === event.target.value) ?? "csv")}
        >
          <Options of={LIVE_FORMATS.map((known) => [known, t(FORMAT_WORDS[known])])} />
        </Select>
      </Field>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 select-all [overflow-wrap:anywhere]">
          <Mono>{path}</Mono>
        </span>
        <CopyButton
          text={() => new URL(path, window.location.origin).href}
          label={t("Copy the whole address")}
        />
      </span>
    </div>
  );
}

function Columns({
  address,
  isPending,
  onTakeIn,
}: {
  address: AddressState;
  isPending: boolean;
  onTakeIn: () => void;
}): ReactNode {
  const { columns, fixedAt, isNamedByView, absent, newColumns, otherUnits } = address;
  return (
    <>
      <span>
        {isNamedByView
          ? t("The GlobalId and {count, plural, one {# column} other {# columns}}, as the view names them.", {
              count: columns,
            })
          : rich("The GlobalId and {columns}, fixed {time}. Later files have the same columns.", {
              columns: t("{count, plural, one {# column} other {# columns}}", { count: columns }),
              time: <RelativeTime at={fixedAt} />,
            })}
      </span>
      {absent.length > 0 && (
        <span>{t("Not in this model, so empty: {names}", { names: someOf(absent) })}</span>
      )}
      {newColumns.length + otherUnits.length > 0 && (
        <Note
          title={t("The model has changed since the columns were fixed.")}
          action={
            <Button size="sm" pending={isPending} onClick={onTakeIn}>
              {t("Update columns")}
            </Button>
          }
        >
          {newColumns.length > 0 && (
            <span className="block">{t("Not in the address: {names}", { names: someOf(newColumns) })}</span>
          )}
          {otherUnits.length > 0 && (
            <span className="block">
              {t("In another unit: {names}", { names: someOf(otherUnits.map(unitWords)) })}
            </span>
          )}
          {t("Updating adds new columns at the end and removes none.")}
        </Note>
      )}
    </>
  );
}

function unitWords({ column, then, now }: AddressState["otherUnits"][number]): string {
  const none = t("not stated");
  return t("{column} ({then}, now {now})", { column, then: then ?? none, now: now ?? none });
}

function someOf(names: readonly string[]): string {
  const named = names.slice(0, NAMES_SHOWN).join(", ");
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? t("{named} and {more} more", { named, more }) : named;
}
