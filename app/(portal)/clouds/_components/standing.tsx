import type { ReactNode } from "react";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { t } from "#lib/core/texts.ts";
import type { Standing } from "#lib/features/clouds/schema.ts";

type Shown = Standing & { unverifiedSince?: Date | null; status?: string };

/** The state of a Cloud or project: the service's view comes before what was done in Portico. */
export function StandingState({ row }: { row: Shown }): ReactNode {
  if (row.deletedAt !== null) return <State tone="idle">{t("Deleted")}</State>;
  if (row.missingSince !== null) {
    return (
      <State tone="warn" detail={t("the service no longer lists it")}>
        {t("Not found")}
      </State>
    );
  }
  if (row.unverifiedSince instanceof Date) {
    return (
      <State tone="unknown" detail={t("until the service confirms it by an answer")}>
        {t("Not verified")}
      </State>
    );
  }
  if (row.archivedAt !== null) return <State tone="idle">{t("Archived")}</State>;
  if (row.status === undefined) return <State tone="ok">{t("OK")}</State>;
  if (row.status === "A") return <State tone="ok">{t("Active")}</State>;
  return (
    <State tone="idle">
      {row.status === "D" ? t("Deleted (D)") : t("Status {status}", { status: row.status })}
    </State>
  );
}

/** The same for the head of a page; nothing while all is well. */
export function StandingBadges({ row }: { row: Shown }): ReactNode {
  return (
    <>
      {row.deletedAt !== null ? (
        <Badge tone="idle">{t("Deleted at the service")}</Badge>
      ) : (
        row.missingSince !== null && <Badge tone="warn">{t("Not found at the service")}</Badge>
      )}
      {row.unverifiedSince instanceof Date && <Badge tone="unknown">{t("Not verified yet")}</Badge>}
      {row.archivedAt !== null && <Badge tone="idle">{t("Archived")}</Badge>}
      {row.status !== undefined && row.status !== "A" && (
        <Badge tone="idle">
          {row.status === "D" ? t("Deleted (D)") : t("Status {status}", { status: row.status })}
        </Badge>
      )}
    </>
  );
}
