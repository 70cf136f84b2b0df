import { Box } from "lucide-react";
import type { ReactNode } from "react";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import type { PlatformModel, PlatformProject } from "#lib/service/server/platform/projects.ts";
import { ModelsTable } from "./models-table.tsx";

type Opened = PlatformProject & { models: readonly PlatformModel[]; next: number | null };

/** One project of a Cloud, as a member sees it. */
export function ProjectContents({
  cloud,
  project,
}: {
  cloud: { id: number; name: string };
  project: Opened;
}): ReactNode {
  const { name, above, modelCount } = project;
  return (
    <>
      <PageHead
        title={name}
        facts={[
          t("in {path}", { path: [cloud.name, ...above].join(" / ") }),
          t("{count, plural, one {# model} other {# models}}", { count: modelCount }),
        ]}
        actions={<LinkButton href={`/platform/cloud/${String(cloud.id)}`}>{t("All projects")}</LinkButton>}
      />
      <ModelsOfProject cloudId={cloud.id} project={project} />
    </>
  );
}

/** The models of a project, page by page. */
export function ModelsOfProject({ cloudId, project }: { cloudId: number; project: Opened }): ReactNode {
  const { id, name, models, modelCount, next } = project;
  return (
    <Section
      title={t("Models of {name}", { name })}
      aside={t("{count, plural, one {# model} other {# models}}", { count: modelCount })}
    >
      {models.length === 0 ? (
        <Card>
          <Blank icon={<Box aria-hidden />} title={t("No models yet")}>
            {t("Models that are uploaded into this project appear here.")}
          </Blank>
        </Card>
      ) : (
        <ModelsTable label={t("Models of {name}", { name })} models={models} />
      )}
      <NextPage
        base={`/platform/cloud/${String(cloudId)}`}
        kept={{ project: id }}
        next={next}
        className="mt-3"
      >
        {t("More models")}
      </NextPage>
    </Section>
  );
}
