import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { ConnectionCard } from "#lib/features/connections/queries.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { checkState } from "./check-words.ts";

/** A connection in a list: name, world, the result of its last check, and what depends on it. */
export function ConnectionLink({
  connection,
  isCurrent = false,
  children,
}: {
  connection: ConnectionCard;
  isCurrent?: boolean;
  /** Further facts beneath. */
  children?: ReactNode;
}): ReactNode {
  const { tone, words } = checkState(connection.lastCheck);
  const world = worldOf(connection);
  const isArchived = connection.archivedAt !== null;
  return (
    <Link
      href={`/connections/${connection.id}`}
      aria-current={isCurrent ? "page" : undefined}
      className={cx("conn", world !== "live" && world, isArchived && "archived")}
    >
      <span className="flex items-center gap-2">
        <b className="min-w-0 flex-1 truncate font-medium" title={marked(connection.name)}>
          {marked(connection.name)}
        </b>
        {isArchived ? <Badge>{t("Archived")}</Badge> : <WorldBadge world={world} name="" />}
      </span>
      <span className="mt-[3px] flex flex-wrap items-center gap-x-3 text-12 text-fg-3">
        <State tone={tone}>{words}</State>
        <span className="ml-auto">
          {connection.kind === "BUILTIN"
            ? t("for rehearsals, {cloudCount, plural, one {# Cloud} other {# Clouds}}", {
                cloudCount: connection.cloudCount,
              })
            : t("{cloudCount, plural, one {# Cloud} other {# Clouds}}", {
                cloudCount: connection.cloudCount,
              })}
        </span>
      </span>
      {children}
    </Link>
  );
}
