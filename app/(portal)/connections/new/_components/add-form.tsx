"use client";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { ConnectionForm } from "../../_components/connection-form.tsx";
import { addAction } from "../../actions.ts";

const EMPTY = {
  name: "",
  stage: "PRODUCTION",
  baseUrl: "",
  authUrl: "",
  realm: "",
  platformUrl: "",
  clientId: "",
  allowsPrivate: false,
};

/** Values of a new connection. */
export function AddForm(): ReactNode {
  return (
    <ConnectionForm
      action={addAction}
      path="/api/connections/add"
      values={EMPTY}
      refusal={t("The connection was not added.")}
      secret={{
        required: true,
        hint: t(
          "Stored encrypted and never shown again. Portico sends it only to a sign-in address that has proved to issue tokens.",
        ),
      }}
      save={{ text: t("Add connection"), pendingText: t("Checking") }}
      keepText={t("Add anyway")}
      cancelHref="/connections"
    />
  );
}
