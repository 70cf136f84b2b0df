import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditObject } from "#lib/audit/actions.ts";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { msg, t } from "#lib/core/texts.ts";
import { writeAuditFilter } from "#lib/features/audit/address.ts";
import { AUDIT_OUTCOMES, PORTICO_ACTOR, type AuditFilter } from "#lib/features/audit/schema.ts";
import { verbOf } from "../../_components/audit-words.ts";
import { OUTCOMES } from "./audit-table.tsx";

const OBJECTS: Record<AuditObject, string> = {
  connection: msg("Connection"),
  cloud: msg("Cloud"),
  project: msg("Project"),
  model: msg("Model"),
  invitation: msg("Invitation"),
  "invitation-list": msg("List of invitations"),
  "project-list": msg("List of projects"),
  plan: msg("Plan"),
  operation: msg("Operation"),
  export: msg("Export"),
  application: msg("Application"),
  "signing-key": msg("Signing key"),
  webhook: msg("Webhook"),
  person: msg("Person with an account"),
  view: msg("Saved view"),
  token: msg("Access token"),
  staff: msg("Staff account"),
  "staff-invitation": msg("Staff invitation"),
  "second-factor": msg("Second factor"),
  network: msg("Network"),
  audit: msg("Audit"),
};

/** Names of the fields that are folded on a small screen. */
const MORE = ["kind", "outcome", "object", "reference", "from", "to"] as const;

/** Filters the audit by address: a plain form, so a result can be bookmarked and shared. */
export function FilterForm({
  filter,
  actors,
}: {
  filter: AuditFilter;
  actors: readonly { id: string; name: string }[];
}): ReactNode {
  const values = writeAuditFilter(filter);
  const here = hrefTo("/audit", values);
  return (
    // A new key per address, so that the fields always match the rows below.
    <form key={here} action="/audit" className="grid gap-3" role="search" aria-label={t("Audit")}>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={t("Who")}>
          <Select name="who" defaultValue={values.who}>
            <option value="">{t("Everybody")}</option>
            <option value={PORTICO_ACTOR}>{t("Portico itself")}</option>
            <Options of={actors.map(({ id, name }) => [id, name])} />
          </Select>
        </Field>
        <Field label={t("What")}>
          <Select name="action" defaultValue={values.action}>
            <option value="">{t("Everything")}</option>
            <Options of={AUDIT_ACTIONS.map((action) => [action, verbOf(action)])} />
          </Select>
        </Field>
        <details className="peer sm:hidden" open={MORE.some((name) => values[name] !== undefined)}>
          <summary className="cursor-pointer text-13 font-medium">{t("More conditions")}</summary>
        </details>
        {/* Beside the details, not inside: a wide screen shows them whether it is open or not. */}
        <div className="max-sm:hidden sm:contents max-sm:peer-open:contents">
          <Field label={t("Kind of object")}>
            <Select name="kind" defaultValue={values.kind}>
              <option value="">{t("All")}</option>
              <Options of={AUDIT_OBJECTS.map((object) => [object, t(OBJECTS[object])])} />
            </Select>
          </Field>
          <Field label={t("Outcome")}>
            <Select name="outcome" defaultValue={values.outcome}>
              <option value="">{t("All")}</option>
              <Options of={AUDIT_OUTCOMES.map((outcome) => [outcome, t(OUTCOMES[outcome].words)])} />
            </Select>
          </Field>
          <Field label={t("Object’s id")}>
            <Input name="object" defaultValue={values.object} autoComplete="off" />
          </Field>
          <Field label={t("Reference")}>
            <Input name="reference" defaultValue={values.reference} autoComplete="off" />
          </Field>
          <Field label={t("From day (UTC)")}>
            <Input type="date" name="from" defaultValue={values.from} />
          </Field>
          <Field label={t("To day (UTC)")}>
            <Input type="date" name="to" defaultValue={values.to} />
          </Field>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t("Show")}</Button>
        {here !== "/audit" && (
          <LinkButton variant="ghost" href="/audit">
            {t("Show everything")}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
