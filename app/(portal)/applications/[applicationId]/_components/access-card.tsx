"use client";
import type { ReactNode } from "react";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
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
  return (
    <Card title={t("Disable")}>
      <FormOf
        action={disableAction}
        className="grid gap-3"
        refusal={t("The application was not disabled.")}
        shown={["typedName"]}
        fields={{ id }}
      >
        <p className="text-13 text-fg-2">
          {t(
            "All tokens of the application stop working at once, and it gets no new ones. Clouds and their members stay. You can enable the application again.",
          )}
        </p>
        <Field name="typedName" label={t("Type “{name}” to disable the application", { name })}>
          <Input autoComplete="off" />
        </Field>
        <div>
          <SubmitButton variant="danger" pendingText={t("Disabling")}>
            {t("Disable application")}
          </SubmitButton>
        </div>
      </FormOf>
    </Card>
  );
}

function Enable({ id }: { id: number }): ReactNode {
  return (
    <Card title={t("Enable")}>
      <FormOf
        action={enableAction}
        className="grid gap-3"
        refusal={t("The application was not enabled.")}
        fields={{ id }}
      >
        <p className="text-13 text-fg-2">
          {t("The application’s secrets work again, and so do tokens that have not expired.")}
        </p>
        <div>
          <SubmitButton variant="default" pendingText={t("Enabling")}>
            {t("Enable application")}
          </SubmitButton>
        </div>
      </FormOf>
    </Card>
  );
}
