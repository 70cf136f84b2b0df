import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { t } from "#lib/core/texts.ts";
import type { ModelChoice, PassportView } from "#lib/features/passport/schema.ts";
import { ComparePicker } from "./compare-picker.tsx";
import type { PassportPlace } from "./place.ts";

/** Actions of a passport: compare it with another, and download it. */
export function HeadActions({
  place: { path, ids, ifcClass },
  view,
  choices,
  projects,
  download,
}: {
  place: PassportPlace;
  view: PassportView;
  choices: readonly ModelChoice[];
  projects: readonly { id: string; name: string }[];
  download: { href: string; count: number; isComparison: boolean } | null;
}): ReactNode {
  return (
    <>
      <ComparePicker
        path={path}
        ifcClass={ifcClass}
        view={view}
        projectId={ids.projectId}
        projects={projects}
        choices={choices}
      />
      {download !== null && (
        <CsvLinks href={download.href} variant="primary">
          <Download aria-hidden />
          {download.isComparison
            ? t("Download schema comparison as CSV")
            : t("Download {count, plural, one {# property} other {# properties}} as CSV", {
                count: download.count,
              })}
        </CsvLinks>
      )}
    </>
  );
}
