"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
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
      <Form
        of={form}
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
          <Button variant="danger" type="submit" pending={form.pending} pendingText={t("Disabling")}>
            {t("Disable application")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Enable({ id }: { id: number }): ReactNode {
  const form = useActionForm(enableAction);
  return (
    <Card title={t("Enable")}>
      <Form of={form} className="grid gap-3" refusal={t("The application was not enabled.")} fields={{ id }}>
        <p className="text-13 text-fg-2">
          {t("The application’s secrets work again, and so do tokens that have not expired.")}
        </p>
        <div>
          <Button type="submit" pending={form.pending} pendingText={t("Enabling")}>
            {t("Enable application")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
