"use client";
import type { ReactNode } from "react";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { SecretView } from "#lib/service/operator/queries.ts";
import { ShownOnce } from "../../_components/shown-once.tsx";
import { retireSecretAction, rotateSecretAction } from "../../actions.ts";

/** The live secrets; makes a further one, and ends the older one. */
export function SecretsCard({
  id,
  secrets,
  canChange,
  addresses,
}: {
  id: number;
  secrets: readonly SecretView[];
  canChange: boolean;
  addresses: { baseUrl: string; tokenUrl: string };
}): ReactNode {
  const form = useActionForm(rotateSecretAction);
  const made = form.result?.ok === true ? form.result.data : null;
  const [oldest] = secrets;
  const isRotating = secrets.length > 1;
  return (
    <Card title={t("Secrets")} flush>
      <ul className="divide-y divide-line">
        {secrets.map((secret, index) => (
          <li
            key={secret.createdAt.getTime()}
            className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-13"
          >
            <Mono>…{secret.hint}</Mono>
            <span className="text-fg-3">{madeWords(secret, isRotating ? index : null)}</span>
          </li>
        ))}
        {secrets.length === 0 && (
          <li className="px-4 py-2.5 text-13 text-fg-2">{t("No secret is active.")}</li>
        )}
      </ul>
      {canChange && (
        <div className="grid gap-3 border-t border-line px-4 py-3">
          {made !== null && (
            <ShownOnce
              title={t("Both secrets work now, the new and the old.")}
              clientId={made.clientId}
              secret={made.secret}
              {...addresses}
            >
              <span className="text-13 text-fg-2">
                {t("When the application uses the new secret, retire the old one here.")}
              </span>
            </ShownOnce>
          )}
          <FormErrorSummary result={form.result} title={t("No secret was created.")} />
          <div className="flex flex-wrap items-center gap-2">
            {isRotating && oldest !== undefined ? (
              <RetireOld id={id} hint={oldest.hint} />
            ) : (
              <form {...form.formProps}>
                <input type="hidden" name="id" value={id} />
                <Button type="submit" pending={form.pending} pendingText={t("Creating a secret")}>
                  {t("Create new secret")}
                </Button>
              </form>
            )}
            <span className="text-12 text-fg-3">
              {isRotating
                ? t("Both secrets work until you retire the old one.")
                : t("The current secret keeps working until you retire it.")}
            </span>
          </div>
        </div>
      )}
    </Card>
  );
}

/** `index`: the secret's position, the older one first; null: there is only one. */
function madeWords({ createdAt }: SecretView, index: number | null): ReactNode {
  const time = <RelativeTime at={createdAt} />;
  if (index === null) return rich("created {time}", { time });
  return index === 0 ? rich("created {time}, old", { time }) : rich("created {time}, new", { time });
}

function RetireOld({ id, hint }: { id: number; hint: string }): ReactNode {
  return (
    <ActionDialog
      footless
      action={retireSecretAction}
      fields={{ id }}
      title={t("Retire the secret that ends in {hint}", { hint })}
      description={t(
        "The secret gets no more tokens. Issued tokens stay valid for up to an hour. This cannot be undone.",
      )}
      trigger={<Button>{t("Retire the old secret")}</Button>}
      refusal={t("The secret was not retired.")}
      button={t("Retire …{hint}", { hint })}
      pendingText={t("Retiring")}
    />
  );
}
