"use client";
import type { ReactNode } from "react";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { listKeys } from "#lib/service/operator/queries.ts";
import { rotateKeysAction } from "../actions.ts";

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** The published signing keys, and the next one. */
export function SigningKeys({
  keys,
  ageDaysMax,
}: {
  keys: readonly KeyRow[];
  ageDaysMax: number;
}): ReactNode {
  return (
    <Card title={t("Signing keys")} flush footer={<NewKey />}>
      {keys.length === 0 ? (
        <p className="p-4 text-13 text-fg-2">{t("The first token creates the first key.")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {keys.map((key) => (
            <li key={key.kid} className="grid gap-1 px-4 py-2.5 text-13">
              <KeyState row={key} />
              <span className="text-12 text-fg-3">
                {rich("<mono>{kid}</mono>, created {time}", {
                  mono: (inner) => <Mono>{inner}</Mono>,
                  kid: key.kid,
                  time: <RelativeTime at={key.createdAt} />,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2.5 text-12 text-fg-3">
        {t(
          "Keys are replaced automatically after {ageDaysMax} days. The old key stays published until its tokens expire.",
          { ageDaysMax },
        )}
      </p>
    </Card>
  );
}

function KeyState({ row }: { row: KeyRow }): ReactNode {
  const at = row.changesAt === null ? null : <RelativeTime at={row.changesAt} />;
  if (row.state === "SIGNING")
    return (
      <State tone="ok">{at === null ? t("Signing") : rich("Signing, stops {time}", { time: at })}</State>
    );
  if (row.state === "NEXT")
    return (
      <State tone="progress">
        {at === null ? t("Published, signs next") : rich("Published, signs {time}", { time: at })}
      </State>
    );
  return <State tone="idle">{rich("Retired, withdrawn {time}", { time: at })}</State>;
}

function NewKey(): ReactNode {
  return (
    <ActionDialog
      footless
      action={rotateKeysAction}
      title={t("Create a new signing key")}
      trigger={<Button size="sm">{t("Create signing key now")}</Button>}
      refusal={t("No key was created.")}
      button={t("Create key")}
      pendingText={t("Creating the key")}
    >
      <RadioCards
        legend={t("Issued tokens")}
        name="revoke"
        defaultValue="no"
        options={[
          {
            value: "no",
            label: t("Stay valid"),
            hint: t("The new key is published now and signs in a few minutes. No application notices."),
          },
          {
            value: "yes",
            label: t("End at once"),
            hint: t(
              "For a key that leaked. Every application must get a new token; its next call is refused once.",
            ),
          },
        ]}
      />
    </ActionDialog>
  );
}
