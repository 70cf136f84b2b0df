"use client";
import type { ReactNode } from "react";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { msg, t } from "#lib/core/texts.ts";
import {
  BOOLEAN_WORDS,
  EXPORT_PROFILES,
  exportOptionsSchema,
  FORMAT_TRAITS,
  plainOptions,
  type ExportOptions,
  type ExportProfile,
} from "#lib/elements/files/options.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import { PROFILE_WORDS } from "./profile-words.ts";

const HINTS: Readonly<Record<ExportProfile, string>> = {
  programs: msg("comma, decimal point, texts unchanged"),
  spreadsheets: msg("semicolon, decimal comma, apostrophe before formulas"),
  xlsx: msg("typed cells, frozen heading"),
  parquet: msg("typed columns, units kept as data"),
  json: msg("one element per line, sets nested"),
};

const DELIMITERS = {
  ",": msg("Comma"),
  ";": msg("Semicolon"),
  "\t": msg("Tab"),
  "|": msg("Bar"),
} as const;

type Change = (changes: Partial<ExportOptions>) => void;

/** Format and options: the left half of the dialog. */
export function ExportChoices({
  choice,
  onChange,
}: {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}): ReactNode {
  const { profile, options } = choice;
  const change: Change = (changes) => onChange({ profile, options: { ...options, ...changes } });
  const { offers } = FORMAT_TRAITS[profile];
  return (
    <div className="grid content-start gap-4">
      <FormatChoice
        value={profile}
        onChange={(next) =>
          onChange({
            profile: next,
            options: {
              ...plainOptions(next),
              unitInHeading: options.unitInHeading,
              longId: options.longId,
            },
          })
        }
      />
      <div className="grid gap-1">
        {offers.includes("units") && (
          <Checkbox
            label={t("Unit in the heading, where the service states it")}
            checked={options.unitInHeading}
            onChange={(event) => change({ unitInHeading: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={t("36-character id beside the GlobalId")}
          checked={options.longId}
          onChange={(event) => change({ longId: event.currentTarget.checked })}
        />
        {offers.includes("twoRows") && (
          <Checkbox
            label={t("Sets in a separate row above the headings")}
            checked={options.headings === "twoRows"}
            onChange={(event) => change({ headings: event.currentTarget.checked ? "twoRows" : "joined" })}
          />
        )}
      </div>
      {offers.includes("noValue") && (
        <MarkField label={t("Write “no value” as")} name="noneAs" options={options} change={change} />
      )}
      {offers.includes("csv") && <CsvOptions options={options} change={change} />}
    </div>
  );
}

function FormatChoice({
  value,
  onChange,
}: {
  value: ExportProfile;
  onChange: (profile: ExportProfile) => void;
}): ReactNode {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">{t("Format")}</legend>
      <div className="grid gap-1.5">
        {EXPORT_PROFILES.map((profile) => (
          <label
            key={profile}
            className="flex cursor-pointer items-start gap-[9px] rounded-2 border border-line-strong bg-surface px-[11px] py-[7px] text-13 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)]"
          >
            <input
              type="radio"
              name="profile"
              value={profile}
              checked={profile === value}
              onChange={() => onChange(profile)}
              className="mt-0.5 size-3.5 shrink-0 appearance-none rounded-full border border-line-control checked:border-4 checked:border-accent"
            />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{t(PROFILE_WORDS[profile])}</span>
              <small className="block text-12 text-fg-3">{t(HINTS[profile])}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function CsvOptions({ options, change }: { options: ExportOptions; change: Change }): ReactNode {
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer text-13 font-medium">{t("All options of CSV")}</summary>
      <div className="grid gap-3 pt-3 sm:grid-cols-2">
        <Field label={t("Delimiter")}>
          <Select
            value={options.delimiter}
            onChange={(event) => {
              const delimiter = exportOptionsSchema.shape.delimiter.parse(event.currentTarget.value);
              // A comma cannot be both.
              change({ delimiter, ...(delimiter === "," ? { decimalMark: "." } : {}) });
            }}
          >
            <Options of={Object.entries(DELIMITERS).map(([value, label]) => [value, t(label)])} />
          </Select>
        </Field>
        <Field label={t("Decimal sign")}>
          <Select
            value={options.decimalMark}
            onChange={(event) => {
              const decimalMark = event.currentTarget.value === "," ? "," : ".";
              change({
                decimalMark,
                ...(decimalMark === "," && options.delimiter === "," ? { delimiter: ";" } : {}),
              });
            }}
          >
            <option value=".">{t("Point, 1234.5")}</option>
            <option value=",">{t("Comma, 1234,5")}</option>
          </Select>
        </Field>
        <Field label={t("Truth values")}>
          <Select
            value={options.booleans}
            onChange={(event) =>
              change({ booleans: exportOptionsSchema.shape.booleans.parse(event.currentTarget.value) })
            }
          >
            {BOOLEAN_WORDS.map((words) => (
              <option key={words}>{words}</option>
            ))}
          </Select>
        </Field>
        <Field label={t("Line end")}>
          <Select
            value={options.lineEnd}
            onChange={(event) => change({ lineEnd: event.currentTarget.value === "lf" ? "lf" : "crlf" })}
          >
            <option value="crlf">{t("CR LF, as RFC 4180")}</option>
            <option value="lf">{t("LF")}</option>
          </Select>
        </Field>
        <MarkField label={t("Missing property as")} name="missingAs" options={options} change={change} />
        <MarkField label={t("Write “no value” as")} name="noneAs" options={options} change={change} />
        <MarkField
          label={t("Empty text as")}
          name="emptyAs"
          options={options}
          change={change}
          nothing={'""'}
        />
        <div className="grid content-start gap-1">
          <Checkbox
            label={t("UTF-8 byte order mark (BOM)")}
            checked={options.byteOrderMark}
            onChange={(event) => change({ byteOrderMark: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("Quotation marks around every cell")}
            checked={options.quoteAll}
            onChange={(event) => change({ quoteAll: event.currentTarget.checked })}
          />
        </div>
      </div>
    </details>
  );
}

/** The text written for a missing value; an invalid one is reported at once and not accepted. */
function MarkField({
  label,
  name,
  options,
  change,
  nothing = t("nothing"),
}: {
  label: string;
  name: "missingAs" | "noneAs" | "emptyAs";
  options: ExportOptions;
  change: Change;
  nothing?: string;
}): ReactNode {
  const parsed = exportOptionsSchema.shape[name].safeParse(options[name]);
  return (
    <Field label={label} error={parsed.success ? undefined : parsed.error.issues[0]?.message}>
      <Input
        value={options[name]}
        placeholder={nothing}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
      />
    </Field>
  );
}
