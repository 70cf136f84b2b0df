import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { Code } from "#app/_ui/primitives/code.tsx";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { findRoleRefusals } from "#lib/features/connections/role-refusals.ts";
import { PEOPLE_MAX, PROJECTS_MAX } from "#lib/features/plans/schema.ts";
import { WithConnections } from "../../clouds/_components/with-connections.tsx";
import { PlanForm } from "./_components/plan-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Create plan") });

const EXAMPLE = JSON.stringify(
  {
    portico_plan: 1,
    cloud: { name: "Acme HQ" },
    projects: [
      { name: "Block A", description: "East wing", models: ["a.ifc"], projects: [{ name: "Floor 1" }] },
    ],
    invitations: ["anna@acme.example", { email: "bert@acme.example", role: "administrator" }],
  },
  null,
  2,
);

export default async function NewPlanPage(): Promise<ReactNode> {
  const actor = await requirePage("/plans/new", "plan:run");
  const refusals = await findRoleRefusals(actor);
  return (
    <Page
      title={t("Create plan")}
      facts={[t("Nothing is sent until you run the plan. You can rehearse it first.")]}
    >
      <WithConnections actor={actor}>
        {(connections) => (
          <MainSide
            sideLabel={t("A plan as a file")}
            side={
              <Section title={t("A plan as a file")}>
                <div className="grid gap-3 text-13 text-fg-2">
                  <p>
                    {t(
                      "A JSON file can hold the same as this form and more: descriptions, logos, a role for each person. You can download every plan as JSON.",
                    )}
                  </p>
                  <Code title={t("An example")} text={EXAMPLE} />
                  <p>
                    {t(
                      "A project may have projects, description, status (A or D), logo and models. Models are file names; you choose the files next. A role is user or administrator; without one, the person becomes a user. Where a service takes no role, write service-default. At most {projectsMax} projects and {peopleMax} people.",
                      { projectsMax: PROJECTS_MAX, peopleMax: PEOPLE_MAX },
                    )}
                  </p>
                </div>
              </Section>
            }
          >
            <PlanForm
              firstKey={newId()}
              connections={connections}
              refusesRoles={connections.some(({ id }) => refusals.has(id))}
            />
          </MainSide>
        )}
      </WithConnections>
    </Page>
  );
}
