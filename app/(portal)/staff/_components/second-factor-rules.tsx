"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import { ROLES, ROLE_WORDS, type Role } from "#lib/features/staff/schema.ts";
import { secondFactorRuleAction } from "../actions.ts";

/** Which roles must have a second factor. */
export function SecondFactorRules({ required }: { required: readonly Role[] }): ReactNode {
  return (
    <Card title={t("Second factor")}>
      <p className="mb-3 text-13 text-fg-2">
        {t(
          "Where it is needed, people set it up at their next page, and can do nothing else before. Access tokens go on.",
        )}
      </p>
      <ul className="divide-y divide-line">
        {ROLES.map((role) => (
          <Rule key={role} role={role} isRequired={required.includes(role)} />
        ))}
      </ul>
    </Card>
  );
}

function Rule({ role, isRequired }: { role: Role; isRequired: boolean }): ReactNode {
  const form = useActionForm(secondFactorRuleAction);
  const plural = `${ROLE_WORDS[role].label}s`;
  return (
    <li className="py-2">
      <FormErrorSummary result={form.result} title={t("Nothing was changed.")} />
      <form className="flex flex-wrap items-center gap-2 text-13" {...form.formProps}>
        <input type="hidden" name="role" value={role} />
        <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
        <span className="min-w-0 flex-1">
          {plural}: {isRequired ? <b className="font-medium">{t("needed")}</b> : t("everybody’s own choice")}
        </span>
        <Button type="submit" size="sm" pending={form.pending} pendingText={t("Changing")}>
          {isRequired ? t("Leave it open") : t("Require it")}
          <span className="sr-only"> for {plural.toLowerCase()}</span>
        </Button>
      </form>
    </li>
  );
}
