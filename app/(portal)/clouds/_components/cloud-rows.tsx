"use client";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { DOT } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import type { CloudItem } from "./cloud-item.ts";
import type { ListSorts } from "./list-tools.tsx";
import { memberWords } from "./people-words.ts";
import { StandingState } from "./standing.tsx";

/** Sends rows to the browser as data, of which it makes the table: fifty rows rendered on the server are four times the size. */
export function CloudRows({ rows, sorts }: { rows: readonly CloudItem[]; sorts: ListSorts }): ReactNode {
  return (
    <DataTable
      label={t("Clouds")}
      rows={rows}
      rowKey={(cloud) => cloud.id}
      columns={[
        {
          head: t("Cloud"),
          grow: true,
          sort: sorts.name,
          cell: (cloud) => (
            <>
              <Link className="link" href={`/clouds/${cloud.id}`}>
                {cloud.name}
              </Link>
              <small>
                <span className="sm:hidden">
                  <Mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Mono>
                  {DOT}
                </span>
                {cloud.createdByName === null
                  ? t("created outside Portico")
                  : t("by {actorName}", { actorName: cloud.createdByName })}
              </small>
            </>
          ),
        },
        {
          head: t("Number"),
          end: true,
          small: "hide",
          sort: sorts.number,
          cell: (cloud) => <Mono>{cloud.serviceId}</Mono>,
        },
        {
          head: t("Service"),
          cell: (cloud) => <WorldBadge world={cloud.world} name={cloud.connectionName} />,
        },
        {
          head: t("State"),
          cell: (cloud) => <StandingState row={cloud} />,
        },
        {
          head: t("Projects"),
          end: true,
          cell: (cloud) => (
            <>
              {rich("{count}<noun> {count, plural, one {project} other {projects}}</noun>", {
                count: cloud.projectCount,
                noun: (inner) => <span className="sm:hidden">{inner}</span>,
              })}
            </>
          ),
        },
        {
          head: t("People"),
          end: true,
          cell: (cloud) => (
            <>
              {memberWords(cloud.people)}
              {cloud.people.invited > 0 && (
                <small>{t("{count} invited", { count: cloud.people.invited })}</small>
              )}
            </>
          ),
        },
        {
          head: t("Added"),
          end: true,
          sort: sorts.added,
          cell: (cloud) => (
            <>
              <span className="sm:hidden">{t("added")} </span>
              <RelativeTime at={cloud.createdAt} />
            </>
          ),
        },
      ]}
    />
  );
}
