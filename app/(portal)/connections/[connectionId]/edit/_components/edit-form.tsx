"use client";
import type { ReactNode } from "react";
import type { ConnectionValues } from "#app/(portal)/connections/_components/connection-fields.tsx";
import { ConnectionForm } from "#app/(portal)/connections/_components/connection-form.tsx";
import { changeAction } from "#app/(portal)/connections/actions.ts";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { t } from "#lib/core/texts.ts";

/** The values of an existing connection; any change that sends calls elsewhere is checked before it is stored. */
export function EditForm({
  id,
  version,
  cloudCount,
  values,
}: {
  id: string;
  version: number;
  cloudCount: number;
  values: ConnectionValues;
}): ReactNode {
  return (
    <ConnectionForm
      action={changeAction}
      path="/api/connections/change"
      values={values}
      fields={{ id, version }}
      refusal={t("The connection was not changed.")}
      secret={{
        hint: t(
          "Required when an address, the realm or the client ID changes: a stored secret is never sent elsewhere. Leave empty to keep the current one.",
        ),
      }}
      save={{ text: t("Save changes"), pendingText: t("Saving") }}
      keepText={t("Save anyway")}
      cancelHref={`/connections/${id}`}
    >
      {cloudCount > 0 && (
        <Checkbox
          name="isSameService"
          label={
            cloudCount === 1
              ? t("The known Cloud exists at the new address too")
              : t("The {cloudCount} known Clouds exist at the new address too", { cloudCount })
          }
          hint={t(
            "Required when an address, the realm or the client ID changes. For another service, add another connection.",
          )}
        />
      )}
    </ConnectionForm>
  );
}
