import type { ReactNode } from "react";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";

/** What invited people will be able to do, said before the mail goes out; services decide by themselves unless told. */
export function RoleCards({
  legend,
  defaultValue,
}: {
  legend: string;
  defaultValue: string | undefined;
}): ReactNode {
  return (
    <RadioCards
      legend={legend}
      name="role"
      defaultValue={defaultValue ?? ""}
      options={[
        {
          value: "",
          label: t("Service default"),
          hint: t(
            "The service decides. Usually every invited person becomes an administrator: can change, invite and delete in this Cloud.",
          ),
        },
        {
          value: "50",
          label: t("User"),
          hint: t("Can open the Cloud and everything in it. Some services do not know this role."),
        },
        {
          value: "100",
          label: t("Administrator"),
          hint: t("Can change, invite and delete in this Cloud."),
        },
      ]}
    />
  );
}
