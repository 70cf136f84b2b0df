"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { ALL_READING, TOKEN_DAYS, TOKEN_DAYS_DEFAULT } from "#lib/features/tokens/schema.ts";
import { createTokenAction } from "../actions.ts";

const FIELDS = ["name", "scope", "days"];

/** Creates a token and shows it once. */
export function TokenForm({
  views,
  chosen,
}: {
  views: readonly { id: string; name: string }[];
  /** The view whose page linked here. */
  chosen: string | null;
}): ReactNode {
  const form = useActionForm(createTokenAction);
  const made = form.result?.ok === true ? form.result.data : null;
  const first = views.some(({ id }) => id === chosen) ? (chosen ?? ALL_READING) : ALL_READING;
  return (
    <div className="grid gap-4">
      {made !== null && (
        <Note tone="ok" live title={t("The token “{name}” works now.", { name: made.name })}>
          {rich(
            "Copy the token now. Portico keeps no copy and never shows it again. Programs send it as a Bearer token, or as the password of Basic with any user name. It expires {date}.",
            { date: <time dateTime={made.expiresAt}>{made.expiresAt.slice(0, 10)}</time> },
          )}
          <span className="mt-2 flex flex-wrap items-center gap-2 rounded-2 border border-line-strong bg-surface px-3 py-2">
            <span className="min-w-0 select-all [overflow-wrap:anywhere]" data-token>
              <Mono>{made.token}</Mono>
            </span>
            <CopyButton text={made.token} label={t("Copy the token")} words={t("Copy")} />
          </span>
        </Note>
      )}
      <Form of={form} className="grid gap-4" refusal={t("No token was created.")} shown={FIELDS}>
        <Field name="name" label={t("Purpose")} required>
          <Input maxLength={120} placeholder={t("Door schedule in the cost sheet")} autoComplete="off" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="scope" label={t("Can read")} hint={t("Never more than you can see yourself.")}>
            <Select defaultValue={first}>
              <option value={ALL_READING}>{t("All views")}</option>
              <Options of={views.map(({ id, name }) => [id, t("Only the view “{name}”", { name })])} />
            </Select>
          </Field>
          <Field name="days" label={t("Valid for")} hint={t("Afterwards the token expires.")}>
            <Select defaultValue={String(TOKEN_DAYS_DEFAULT)}>
              <Options
                of={TOKEN_DAYS.map((days) => [days, days === 365 ? t("a year") : t("{days} days", { days })])}
              />
            </Select>
          </Field>
        </div>
        <div>
          <SubmitButton pendingText={t("Creating a token")}>{t("Create token")}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
