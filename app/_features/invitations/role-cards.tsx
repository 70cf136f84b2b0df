import type { ReactNode } from "react";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";

/**
 * What invited people will be able to do, shown before the email is sent. User by default; the service's default, which usually makes
 * administrators, is offered only where the service accepts no role.
 */
export function RoleCards({
  legend,
  defaultValue = "50",
  refusesRoles,
  into = "cloud",
}: {
  legend: string;
  defaultValue?: string;
  /** The service recently refused the role of an invitation. */
  refusesRoles: boolean;
  into?: "cloud" | "project";
}): ReactNode {
  if (into === "project") return <ProjectRoleCards legend={legend} />;
  return (
    <RadioCards
      legend={legend}
      name="role"
      defaultValue={defaultValue}
      options={[
        {
          value: "50",
          label: t("User"),
          hint: t("Can open the Cloud and everything in it."),
        },
        {
          value: "100",
          label: t("Administrator"),
          hint: t("Can change, invite and delete in this Cloud."),
        },
        ...(refusesRoles
          ? [
              {
                value: "",
                label: t("Service default"),
                hint: t(
                  "The service recently refused a role, so the service decides. Usually every invited person becomes an administrator, who can change, invite and delete in this Cloud.",
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** In a project every invitation states its role. */
function ProjectRoleCards({ legend }: { legend: string }): ReactNode {
  return (
    <RadioCards
      legend={legend}
      name="role"
      defaultValue="50"
      options={[
        { value: "50", label: t("User"), hint: t("Can open this project and everything in it.") },
        {
          value: "25",
          label: t("Guest"),
          hint: t("Can open this project with fewer rights than a user. The service decides which."),
        },
        {
          value: "100",
          label: t("Administrator"),
          hint: t("Can change this project and decide who opens it."),
        },
      ]}
    />
  );
}
