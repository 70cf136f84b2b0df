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
          label: t("Left to the service"),
          hint: t(
            "The service decides; usually every invited person becomes an administrator of the Cloud: change, invite, delete.",
          ),
        },
        {
          value: "50",
          label: t("User"),
          hint: t("Can open the Cloud and what is in it; not every service knows this role."),
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
