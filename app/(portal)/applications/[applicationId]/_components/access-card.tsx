"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { disableAction, enableAction } from "../../actions.ts";

/** Ends the application's access after its name was typed, or restores it. */
export function AccessCard({
  id,
  name,
  isDisabled,
}: {
  id: number;
  name: string;
  isDisabled: boolean;
}): ReactNode {
  return isDisabled ? <Enable id={id} /> : <Disable id={id} name={name} />;
}

function Disable({ id, name }: { id: number; name: string }): ReactNode {
  const form = useActionForm(disableAction);
  return (
    <Card title={t("Disable")}>
      <form className="grid gap-3" {...form.formProps}>
        <FormErrorSummary
          result={form.result}
          title={t("The application was not disabled.")}
          shownFields={["typedName"]}
        />
        <p className="text-13 text-fg-2">
          {t(
            "All tokens of the application stop working at once, and it gets no new ones. Clouds and their members stay. You can enable the application again.",
          )}
        </p>
        <input type="hidden" name="id" value={id} />
        <Field
          label={t("Type “{name}” to disable the application", { name })}
          error={form.errorOf("typedName")}
        >
          <Input name="typedName" autoComplete="off" defaultValue={form.typedOf("typedName")} />
        </Field>
        <div>
          <Button variant="danger" type="submit" pending={form.pending} pendingText={t("Disabling")}>
            {t("Disable application")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Enable({ id }: { id: number }): ReactNode {
  const form = useActionForm(enableAction);
  return (
    <Card title={t("Enable")}>
      <form className="grid gap-3" {...form.formProps}>
        <FormErrorSummary result={form.result} title={t("The application was not enabled.")} />
        <p className="text-13 text-fg-2">
          {t("The application’s secrets work again, and so do tokens that have not expired.")}
        </p>
        <input type="hidden" name="id" value={id} />
        <div>
          <Button type="submit" pending={form.pending} pendingText={t("Enabling")}>
            {t("Enable application")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
