"use client";
import { useRouter } from "next/navigation";
import { useRef, useState, type ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { toldRung } from "../../_components/check-words.ts";
import { RunningCheck } from "../../_components/running-check.tsx";
import { SecretField } from "../../_components/secret-field.tsx";
import { useClimbForm } from "../../_components/use-climb-form.ts";
import { replaceSecretAction } from "../../actions.ts";

/** The last characters of the current secret, and its replacement: proven first, then swapped. */
export function SecretCard({
  id,
  version,
  last4,
  since,
  canReplace,
}: {
  id: string;
  version: number;
  last4: string;
  since: Date;
  canReplace: boolean;
}): ReactNode {
  return (
    <Card
      title={t("Secret")}
      aside={<span className="text-12 text-fg-3">{t("never shown again after saving")}</span>}
    >
      <div id="secret" className="grid gap-4">
        <Kv
          items={[
            {
              label: t("In use"),
              value: rich("<mono>…{last4}</mono>, saved {time}", {
                mono: (inner) => <Mono>{inner}</Mono>,
                last4,
                time: <RelativeTime at={since} />,
              }),
            },
          ]}
        />
        {canReplace && <Replace id={id} version={version} />}
      </div>
    </Card>
  );
}

function Replace({ id, version }: { id: string; version: number }): ReactNode {
  const router = useRouter();
  const ref = useRef<HTMLDivElement>(null);
  const [isPadded, setIsPadded] = useState(false);
  const field = (): HTMLInputElement | null =>
    ref.current?.querySelector<HTMLInputElement>("input[name=secret]") ?? null;
  const form = useClimbForm(replaceSecretAction, "/api/connections/secret", ({ isReplaced }) => {
    router.refresh();
    const input = field();
    if (input === null) return;
    if (isReplaced) input.value = "";
    else input.focus();
    setIsPadded(input.value !== input.value.trim());
  });
  const answer = form.result?.ok === true && !form.pending ? form.result.data : null;
  const refusal = answer?.isReplaced === false ? answer.check : null;
  const broken = refusal?.rungs.find((rung) => rung.state === "bad");
  return (
    <Form
      of={form}
      className="grid gap-3"
      refusal={t("The secret was not replaced.")}
      shown={["secret"]}
      fields={{ id, version }}
    >
      <div ref={ref}>
        <SecretField
          label={t("New secret")}
          required
          hint={t("Portico tries the new secret first. Until it works, calls keep using the current one.")}
        />
      </div>
      {broken !== undefined && (
        <Note
          tone="bad"
          live
          title={t("The new secret did not work. Calls keep using the current one.")}
          action={
            broken.name === "token" &&
            isPadded && (
              <Button
                size="sm"
                type="submit"
                onClick={() => {
                  const input = field();
                  if (input !== null) input.value = input.value.trim();
                }}
              >
                {t("Remove the space, check again")}
              </Button>
            )
          }
        >
          {t("The service said: {words} {cure}", {
            words: toldRung(broken.got),
            cure: toldRung(broken.cure ?? ""),
          })}
        </Note>
      )}
      {answer?.isReplaced === true && (
        <Note tone="ok" live title={t("The new secret is in use.")}>
          {t("No call was interrupted. Now retire the old secret at the service.")}
        </Note>
      )}
      <div>
        <SubmitButton pendingText={t("Testing the secret")}>{t("Test and replace")}</SubmitButton>
      </div>
      {form.climbing !== null && (
        <RunningCheck title={t("Check of the new secret")} rungs={form.climbing.rungs} />
      )}
    </Form>
  );
}
