import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { Code } from "#app/_ui/primitives/code.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { ROWS_MAX } from "#lib/features/projects/lists/file.ts";
import { ProjectListForm } from "./_components/project-list-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Create several projects") });

const EXAMPLE = [
  "name;parent;description;status",
  "Block A;;East wing;A",
  "Block A, floor 1;Block A;;A",
].join("\n");

export default async function NewProjectListPage({ params }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/lists/new`, "project:create");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  return (
    <Page
      title={t("Create several projects")}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={[t("In {name}. Portico checks every row before anything is sent.", { name: cloud.name })]}
    >
      <MainSide
        sideLabel={t("What the columns mean")}
        side={
          <Section title={t("Columns")}>
            <div className="grid gap-3 text-13 text-fg-2">
              <p>
                {t(
                  "Only name is required, in any order of columns. Separate with commas, semicolons or tabs. Plain names, one per line, need no heading.",
                )}
              </p>
              <Code title={t("An example")} text={EXAMPLE} />
              <p>
                {wrapped(
                  t(
                    "parent is the name of another row or of a project of this Cloud. A path such as House A / Floor 1 tells equal names apart. parent_id is a project’s number. status is A (active) or D (deleted), A when empty. main_model_id is a model’s number. logo is an address.",
                  ),
                )}
              </p>
              <p>{wrapped(t("At most {count} rows.", { count: ROWS_MAX }))}</p>
            </div>
          </Section>
        }
      >
        <ProjectListForm firstKey={newId()} cloudId={cloud.id} />
      </MainSide>
    </Page>
  );
}
