import { Box, Folder } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Avatar } from "#app/_ui/frame/avatar.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { FileSize } from "#app/_ui/primitives/file-size.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { PlatformCloud, PlatformModel } from "#lib/service/server/platform/clouds.ts";

const PEOPLE_SHOWN = 4;

const STATES: Record<PlatformModel["status"], { tone: Tone; word: string }> = {
  P: { tone: "idle", word: msg("Waiting") },
  W: { tone: "idle", word: msg("Waiting") },
  I: { tone: "progress", word: msg("Being read") },
  C: { tone: "ok", word: msg("Ready") },
  E: { tone: "bad", word: msg("Failed") },
  X: { tone: "bad", word: msg("Failed") },
  D: { tone: "idle", word: msg("Deleted") },
};

/** Everything in a Cloud, as a member sees it: projects with their models, and the people. */
export function CloudContents({ cloud }: { cloud: PlatformCloud }): ReactNode {
  const models = cloud.projects.reduce((sum, project) => sum + project.models.length, 0);
  const at = <RelativeTime at={cloud.joinedAt.toISOString()} />;
  return (
    <>
      <PageHead
        title={cloud.name}
        badges={<Badge mono>{t("Cloud {id}", { id: cloud.id })}</Badge>}
        facts={[
          cloud.role === 100
            ? rich("You joined {at} as administrator", { at })
            : rich("You joined {at} as user", { at }),
          t(
            "{projects, plural, one {# project} other {# projects}}, {models, plural, one {# model} other {# models}}",
            { projects: cloud.projects.length, models },
          ),
          t("{count, plural, one {# person} other {# people}}", { count: cloud.memberCount }),
        ]}
      />
      {cloud.projects.length === 0 && (
        <Blank icon={<Folder aria-hidden />} title={t("No projects yet")}>
          {t("Projects that are created in this Cloud appear here.")}
        </Blank>
      )}
      {cloud.projects.map((project) => (
        <Section
          key={project.id}
          title={project.name}
          aside={t("{count, plural, one {# model} other {# models}}", { count: project.models.length })}
        >
          {project.models.length === 0 ? (
            <Card>
              <Blank icon={<Box aria-hidden />} title={t("No models yet")}>
                {t("Models that are uploaded into this project appear here.")}
              </Blank>
            </Card>
          ) : (
            <ModelsOfProject label={t("Models of {name}", { name: project.name })} models={project.models} />
          )}
        </Section>
      ))}
      <Section title={t("People")} aside={String(cloud.memberCount)}>
        <Card>
          <ul className="flex flex-wrap items-center gap-4">
            {cloud.members.slice(0, PEOPLE_SHOWN).map((member) => (
              <li key={member.id} className="flex items-center gap-2 text-13">
                <Avatar name={member.name} />
                {member.name}
              </li>
            ))}
            {cloud.memberCount > PEOPLE_SHOWN && (
              <li className="text-13 text-fg-3">
                {t("and {count} more", { count: cloud.memberCount - PEOPLE_SHOWN })}
              </li>
            )}
          </ul>
        </Card>
      </Section>
    </>
  );
}

function ModelsOfProject({ label, models }: { label: string; models: readonly PlatformModel[] }): ReactNode {
  return (
    <DataTable
      label={label}
      rows={models}
      rowKey={(model) => model.id}
      columns={[
        { head: t("Model"), grow: true, cell: (model) => model.name ?? t("Model {id}", { id: model.id }) },
        {
          head: t("State"),
          small: "line",
          cell: (model) => (
            <State
              tone={STATES[model.status].tone}
              {...(model.errors[0] === undefined ? {} : { detail: told(model.errors[0]) })}
            >
              {t(STATES[model.status].word)}
            </State>
          ),
        },
        {
          head: t("Schema"),
          cell: (model) =>
            model.version ??
            (STATES[model.status].tone === "bad" ? (
              <>
                <span className="sm:hidden">{t("schema not stated")}</span>
                <span className="max-sm:hidden">{t("not stated")}</span>
              </>
            ) : (
              <>
                <span className="sm:hidden">{t("schema not known yet")}</span>
                <span className="max-sm:hidden">{t("not known yet")}</span>
              </>
            )),
        },
        {
          head: t("Size"),
          end: true,
          cell: (model) => (model.sizeBytes === null ? t("not known") : <FileSize bytes={model.sizeBytes} />),
        },
        {
          head: t("Changed"),
          end: true,
          cell: (model) => (
            <span className="max-sm:block max-sm:text-left">
              <RelativeTime at={model.updatedAt.toISOString()} />
            </span>
          ),
        },
      ]}
    />
  );
}
