import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { DownloadButton, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import type { Actor } from "#lib/auth/actor.ts";
import { hrefTo, textOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { listAuditActs } from "#lib/features/audit/acts.ts";
import { readAuditFilter, writeAuditFilter } from "#lib/features/audit/address.ts";
import { listAudit, listAuditActors } from "#lib/features/audit/queries.ts";
import { getRetention, type Retention } from "#lib/features/audit/retention.ts";
import { KEEP_MONTHS_MIN, type AuditQuery } from "#lib/features/audit/schema.ts";
import { AuditTable, toAct } from "./_components/audit-table.tsx";
import { FilterForm } from "./_components/filter-form.tsx";
import { KeepForm } from "./_components/keep-form.tsx";
import { VerifyAudit } from "./_components/verify-audit.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Audit") });

/** Who did what, with values before and after, for administrators: filter, download, verify, and set the retention. */
export default async function AuditPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/audit", "audit:read");
  const query = await searchParams;
  const filter = readAuditFilter(query);
  const address = writeAuditFilter(filter);
  const before = textOf(query["before"]);
  const [page, actors, retention] = await Promise.all([
    readPart(actor, { ...filter, before }),
    listAuditActors(actor),
    getRetention(actor),
  ]);
  const fileHref = (format: string): string => hrefTo("/api/audit/file", { ...address, format });
  return (
    <Page
      title={t("Audit")}
      facts={[
        t("One line for each action, its steps inside"),
        t("every change is recorded in the same transaction"),
        t("rows are never changed, and each is chained to the one before"),
      ]}
      actions={
        <>
          <CsvLinks href={fileHref("csv")}>{t("CSV file")}</CsvLinks>
          <DownloadButton href={fileHref("json")}>{t("JSON file")}</DownloadButton>
        </>
      }
    >
      <div className="grid gap-4">
        <FilterForm filter={filter} actors={actors} />
        {page.table ?? (
          <NoRows
            filtered={Object.values(filter).some((part) => part !== undefined)}
            paged={before !== undefined}
          />
        )}
        <NextPage base="/audit" kept={address} by="before" next={page.next}>
          {t("Older rows")}
        </NextPage>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card title={t("Integrity")}>
            <p className="mb-3 text-13 text-fg-2">
              {t(
                "Checks the chain of all rows. It finds rows that were changed, removed or inserted outside Portico. Rows cut from the end are found only with a head that you kept elsewhere.",
              )}
            </p>
            <VerifyAudit />
          </Card>
          <Card title={t("Retention")}>
            <Kept retention={retention} />
            <KeepForm months={retention.months} monthsMin={KEEP_MONTHS_MIN} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** By acts; a search for a reference shows its single rows. */
async function readPart(actor: Actor, query: AuditQuery): Promise<{ table: ReactNode; next: string | null }> {
  if (query.requestId === undefined) {
    const { acts, next } = await listAuditActs(actor, query);
    return { table: acts.length === 0 ? null : <AuditTable acts={acts} />, next };
  }
  const { rows, next } = await listAudit(actor, query);
  return { table: rows.length === 0 ? null : <AuditTable acts={rows.map(toAct)} />, next };
}

function Kept({ retention }: { retention: Retention }): ReactNode {
  return (
    <p className="mb-3 text-13 text-fg-2">
      {retention.months === null ? t("Forever.") : t("For {months} months.", { months: retention.months })}
      {retention.changedAt !== null && (
        <>
          {" "}
          {rich("Set by {name} {when}.", {
            name: retention.changedByName,
            when: <RelativeTime at={retention.changedAt} />,
          })}
        </>
      )}
      {retention.cutTo !== null && (
        <>
          {" "}
          {rich(
            "Rows up to {seq} were cut {when}; the hash of the last one stays, so the rest can still be verified.",
            {
              seq: retention.cutTo.seq,
              when: <RelativeTime at={retention.cutTo.at} />,
            },
          )}
        </>
      )}
    </p>
  );
}

function NoRows({ filtered, paged }: { filtered: boolean; paged: boolean }): ReactNode {
  if (!filtered && !paged) {
    return (
      <Blank icon={<ScrollText aria-hidden />} title={t("No changes yet")}>
        {t("Everything that staff and Portico create, send, change and download is recorded here.")}
      </Blank>
    );
  }
  return (
    <Blank
      icon={<ScrollText aria-hidden />}
      title={t("No matching rows")}
      action={<LinkButton href="/audit">{t("Show everything")}</LinkButton>}
    >
      {t("Remove a condition, or choose another period.")}
    </Blank>
  );
}
