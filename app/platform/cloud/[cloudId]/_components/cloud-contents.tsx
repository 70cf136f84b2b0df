import { Folder } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Avatar } from "#app/_ui/frame/avatar.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { PlatformCloud } from "#lib/service/server/platform/clouds.ts";
import type { PlatformProject } from "#lib/service/server/platform/projects.ts";

const PEOPLE_SHOWN = 4;
const INDENT = ["", "pl-5", "pl-10", "pl-14", "pl-18"] as const;

/** A Cloud as a member sees it: its projects as a tree, and its people, who are hidden from members of single projects. */
export function CloudContents({
  cloud,
  projects,
  children,
}: {
  cloud: PlatformCloud;
  projects: { rows: readonly PlatformProject[]; next: number | null };
  /** The models of the only project. */
  children?: ReactNode;
}): ReactNode {
  return (
    <>
      <PageHead
        title={cloud.name}
        badges={<Badge mono>{t("Cloud {id}", { id: cloud.id })}</Badge>}
        facts={[
          joined(cloud.role, <RelativeTime at={cloud.joinedAt} />),
          t(
            "{projects, plural, one {# project} other {# projects}}, {models, plural, one {# model} other {# models}}",
            { projects: cloud.projectCount, models: cloud.modelCount },
          ),
          ...(cloud.role === null
            ? []
            : [t("{count, plural, one {# person} other {# people}}", { count: cloud.memberCount })]),
        ]}
      />
      {cloud.projectCount === 0 ? (
        <Blank icon={<Folder aria-hidden />} title={t("No projects yet")}>
          {t("Projects that are created in this Cloud appear here.")}
        </Blank>
      ) : (
        <Section title={t("Projects")} aside={String(cloud.projectCount)}>
          <ProjectTree cloudId={cloud.id} rows={projects.rows} />
          <NextPage base={`/platform/cloud/${String(cloud.id)}`} next={projects.next} className="mt-3">
            {t("More projects")}
          </NextPage>
        </Section>
      )}
      {children}
      {cloud.role !== null && <People cloud={cloud} />}
    </>
  );
}

function joined(role: number | null, at: ReactNode): ReactNode {
  if (role === null) return rich("You joined {at} as member of single projects", { at });
  return role === 100
    ? rich("You joined {at} as administrator", { at })
    : rich("You joined {at} as user", { at });
}

function People({ cloud }: { cloud: PlatformCloud }): ReactNode {
  return (
    <Section title={t("People")} aside={String(cloud.memberCount)}>
      <Card>
        <ul className="flex flex-wrap items-center gap-4">
          {cloud.members.slice(0, PEOPLE_SHOWN).map((member) => (
            <li key={member.id} className="flex items-center gap-2 text-13">
              <Avatar name={member.name} />
              {marked(member.name)}
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
  );
}

function ProjectTree({ cloudId, rows }: { cloudId: number; rows: readonly PlatformProject[] }): ReactNode {
  return (
    <DataTable
      label={t("Projects")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          head: t("Project"),
          grow: true,
          cell: ({ id, name, above }) => (
            <span className={`block ${INDENT[Math.min(above.length, INDENT.length - 1)] ?? ""}`}>
              <Link
                className="link [overflow-wrap:anywhere]"
                href={`/platform/cloud/${String(cloudId)}?project=${String(id)}`}
              >
                {name}
              </Link>
              {above.length > 0 && <small>{t("in {path}", { path: above.join(" / ") })}</small>}
            </span>
          ),
        },
        {
          head: t("Models"),
          end: true,
          cell: ({ modelCount }) =>
            t("{count, plural, one {# model} other {# models}}", { count: modelCount }),
        },
        {
          head: t("Changed"),
          end: true,
          small: "hide",
          cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
        },
      ]}
    />
  );
}
