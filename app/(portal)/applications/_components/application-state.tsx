import type { ReactNode } from "react";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { t } from "#lib/core/texts.ts";
import type { ApplicationView } from "#lib/service/operator/queries.ts";

/** Whether the application gets tokens. */
export function ApplicationState({ application }: { application: ApplicationView }): ReactNode {
  if (application.disabledAt === null) return <State tone="ok">{t("Active")}</State>;
  return (
    <State tone="bad" detail={<RelativeTime at={application.disabledAt} />}>
      {t("Disabled")}
    </State>
  );
}

export function PortalBadge(): ReactNode {
  return <Badge>{t("used by this portal")}</Badge>;
}

/** "3 of 5": how many Clouds it has created, and how many it may. */
export function cloudsOf({ cloudsCreated, cloudsMax, cloudsGiven }: ApplicationView): string {
  if (cloudsMax === null) {
    return cloudsGiven === 0
      ? String(cloudsCreated)
      : t("{cloudsCreated} created, {cloudsGiven} shared", { cloudsCreated, cloudsGiven });
  }
  return cloudsGiven === 0
    ? t("{cloudsCreated} of {cloudsMax}", { cloudsCreated, cloudsMax })
    : t("{cloudsCreated} of {cloudsMax} created, {cloudsGiven} shared", {
        cloudsCreated,
        cloudsMax,
        cloudsGiven,
      });
}
