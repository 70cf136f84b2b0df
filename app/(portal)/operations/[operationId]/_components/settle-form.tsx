"use client";
import type { ReactNode } from "react";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Textarea } from "#app/_ui/primitives/input.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import { settleAction } from "../actions.ts";

export type CandidateChoice = { serviceId: number; words: string };

/** The ways to settle an uncertain operation. Offers what was found; the person decides. */
export function SettleForm({
  operationId,
  candidates,
  needsNumber,
  isProbablyMissing,
}: {
  operationId: string;
  candidates: readonly CandidateChoice[];
  needsNumber: boolean;
  isProbablyMissing: boolean;
}): ReactNode {
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const offered = only === undefined ? (isProbablyMissing ? "absent" : "leave") : "exists";
  return (
    <FormOf
      action={settleAction}
      freely
      className="grid gap-4"
      refusal={t("Nothing was settled.")}
      shown={["serviceId", "note"]}
      fields={{ id: operationId }}
    >
      <RadioCards
        legend={t("What applies?")}
        name="decision"
        defaultValue={offered}
        options={[
          {
            value: "exists",
            label:
              only === undefined
                ? t("Exists")
                : t("Exists: adopt number {serviceId}", { serviceId: only.serviceId }),
            hint: t("Portico adds this number to its lists, as if the answer had arrived."),
          },
          {
            value: "absent",
            label: t("Does not exist"),
            hint: t("You can create it again."),
          },
          {
            value: "leave",
            label: t("Leave open"),
            hint: t(
              "The operation stays on the list. Until you settle the operation, nothing with this name can be created.",
            ),
          },
          {
            value: "close",
            label: t("Close as uncertain"),
            hint: t(
              "The operation is closed with its outcome unknown. If you create the same again, there may be two.",
            ),
          },
        ]}
      />
      {needsNumber && (
        <Field
          name="serviceId"
          label={t("Number at the service")}
          hint={
            candidates.length === 0
              ? t("The number that the platform shows, if it exists.")
              : dotted(...candidates.map((candidate) => `${String(candidate.serviceId)}: ${candidate.words}`))
          }
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            defaultValue={only === undefined ? "" : String(only.serviceId)}
          />
        </Field>
      )}
      <Field
        name="note"
        label={t("How you know")}
        optional
        hint={t("Required only if the service cannot confirm your choice. At least 10 characters.")}
      >
        <Textarea rows={2} />
      </Field>
      <div>
        <SubmitButton pendingText={t("Settling")}>{t("Settle operation")}</SubmitButton>
      </div>
    </FormOf>
  );
}
