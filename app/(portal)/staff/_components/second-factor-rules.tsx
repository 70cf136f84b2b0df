"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { ROLES, type Role } from "#lib/features/staff/schema.ts";
import { secondFactorRuleAction } from "../actions.ts";

/** Which roles must have a second factor. */
export function SecondFactorRules({ required }: { required: readonly Role[] }): ReactNode {
  return (
    <Card title={t("Second factor")}>
      <p className="mb-3 text-13 text-fg-2">
        {t(
          "If you require a second factor, people must set it up before they can continue. Access tokens keep working.",
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

const b = (inner: ReactNode): ReactNode => <b className="font-medium">{inner}</b>;

type Words = { rule: () => ReactNode; button: () => ReactNode };

/** The current rule for a role, and what would change it. */
const RULES: Record<Role, Record<"required" | "open", Words>> = {
  VIEWER: {
    required: {
      rule: () => rich("Viewers: <b>required</b>", { b }),
      button: () => rich("Make optional<sr> for viewers</sr>"),
    },
    open: {
      rule: () => t("Viewers: optional"),
      button: () => rich("Require<sr> for viewers</sr>"),
    },
  },
  OPERATOR: {
    required: {
      rule: () => rich("Operators: <b>required</b>", { b }),
      button: () => rich("Make optional<sr> for operators</sr>"),
    },
    open: {
      rule: () => t("Operators: optional"),
      button: () => rich("Require<sr> for operators</sr>"),
    },
  },
  ADMINISTRATOR: {
    required: {
      rule: () => rich("Administrators: <b>required</b>", { b }),
      button: () => rich("Make optional<sr> for administrators</sr>"),
    },
    open: {
      rule: () => t("Administrators: optional"),
      button: () => rich("Require<sr> for administrators</sr>"),
    },
  },
};

function Rule({ role, isRequired }: { role: Role; isRequired: boolean }): ReactNode {
  const form = useActionForm(secondFactorRuleAction);
  const { rule, button } = RULES[role][isRequired ? "required" : "open"];
  return (
    <li className="py-2">
      <FormErrorSummary result={form.result} title={t("Nothing was changed.")} />
      <form className="flex flex-wrap items-center gap-2 text-13" {...form.formProps}>
        <input type="hidden" name="role" value={role} />
        <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
        <span className="min-w-0 flex-1">{rule()}</span>
        <Button type="submit" size="sm" pending={form.pending} pendingText={t("Changing")}>
          {button()}
        </Button>
      </form>
    </li>
  );
}
