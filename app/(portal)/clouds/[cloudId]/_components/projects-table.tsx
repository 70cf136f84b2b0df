"use client";
import { useState, type ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { ListedProject } from "#lib/features/projects/queries.ts";
import type { ListSorts } from "../../_components/list-tools.tsx";
import { StandingState } from "../../_components/standing.tsx";
import { ProjectName, type Fold } from "./project-name.tsx";
import { openRows, toTree } from "./project-tree.ts";

type Row = { project: ListedProject; depth: number; place: string | null; fold?: Fold | undefined };

/** A larger tree is closed at first, showing only its top level. */
const OPEN_MAX = 100;

/** The projects of a Cloud: as a tree when all are loaded, else as a list in which each names its ancestors. */
export function ProjectsTable({
  projects,
  isWhole,
  sorts,
}: {
  projects: readonly ListedProject[];
  isWhole: boolean;
  sorts: ListSorts;
}): ReactNode {
  const tree = isWhole ? toTree(projects) : [];
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(tree.length > OPEN_MAX ? tree.filter((row) => row.below > 0).map(numberOf) : []),
  );
  const toggle = (serviceId: number): void => {
    const next = new Set(closed);
    if (!next.delete(serviceId)) next.add(serviceId);
    setClosed(next);
  };
  const listed = new Map(projects.map((project) => [project.id, project]));
  const rows: Row[] = isWhole
    ? openRows(tree, closed).flatMap(({ project: { id, serviceId }, depth, below, under }) => {
        const project = listed.get(id);
        if (project === undefined) return [];
        const fold = { isClosed: closed.has(serviceId), below, onToggle: () => toggle(serviceId) };
        const place =
          under === null ? null : t("under project {id}, which is not in this list", { id: under });
        return [{ project, depth, place, fold: below > 0 ? fold : undefined }];
      })
    : projects.map((project) => ({ project, depth: 0, place: placeOf(project) }));
  return (
    <DataTable
      label={t("Projects")}
      rows={rows}
      rowKey={(row) => row.project.id}
      columns={[
        {
          head: t("Project"),
          grow: true,
          sort: sorts.name,
          cell: (row) => <ProjectName {...row} hasNumberColumn />,
        },
        {
          head: t("Number"),
          end: true,
          small: "hide",
          sort: sorts.number,
          cell: ({ project }) => <Mono>{project.serviceId}</Mono>,
        },
        { head: t("State"), cell: ({ project }) => <StandingState row={project} /> },
        {
          head: t("Created by"),
          small: "hide",
          cell: ({ project }) => (
            <span className="short">
              {project.createdByName === null ? t("outside Portico") : wrapped(project.createdByName)}
            </span>
          ),
        },
        {
          head: t("Added"),
          end: true,
          sort: sorts.added,
          cell: ({ project }) => <RelativeTime at={project.createdAt} />,
        },
      ]}
    />
  );
}

function numberOf(row: { project: { serviceId: number } }): number {
  return row.project.serviceId;
}

/** "in Kanaalzone / Blok A", or the number of a parent that is not known here. */
function placeOf({ parents, parentServiceId }: ListedProject): string | null {
  if (parents.length > 0) return t("in {path}", { path: parents.map((parent) => parent.name).join(" / ") });
  return parentServiceId === null ? null : t("under project {id}", { id: parentServiceId });
}
