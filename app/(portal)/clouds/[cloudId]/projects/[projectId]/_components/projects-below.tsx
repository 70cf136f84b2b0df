import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { ProjectRow } from "#lib/features/projects/queries.ts";
import { StandingState } from "#app/(portal)/clouds/_components/standing.tsx";
import { ProjectName } from "#app/(portal)/clouds/[cloudId]/_components/project-name.tsx";

/** The direct children of a project; nothing when there are none. */
export function ProjectsBelow({
  rows,
  total,
  cloudHref,
}: {
  rows: readonly ProjectRow[];
  total: number;
  cloudHref: string;
}): ReactNode {
  if (rows.length === 0) return null;
  return (
    <div className="mt-8">
      <Section title={t("Projects below")}>
        <DataTable
          label={t("Projects below")}
          rows={rows}
          rowKey={(project) => project.id}
          columns={[
            {
              head: t("Project"),
              grow: true,
              cell: (project) => <ProjectName project={project} place={null} />,
            },
            { head: t("State"), cell: (project) => <StandingState row={project} /> },
          ]}
        />
        {total > rows.length && (
          <p className="mt-2 text-13 text-fg-2">
            {rich("{shown} of {total}. All of them are in the <link>list of the Cloud</link>.", {
              shown: rows.length,
              total,
              link: (inner) => (
                <Link className="link" href={cloudHref}>
                  {inner}
                </Link>
              ),
            })}
          </p>
        )}
      </Section>
    </div>
  );
}
