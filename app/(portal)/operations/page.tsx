import { CircleHelp } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HelpLink } from "#app/(portal)/_components/help-link.tsx";
import { OperationState } from "#app/_features/operations/operation-state.tsx";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { Tabs } from "#app/_ui/primitives/tabs.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { textOf } from "#lib/core/paging/hrefs.ts";
import { msg, t } from "#lib/core/texts.ts";
import {
  listOperations,
  type OperationsQuery,
  type OperationView,
} from "#lib/features/operations/queries.ts";
import { REMIND_MS } from "#lib/features/operations/rules/policy.ts";
import { operationWords } from "#lib/features/operations/words.ts";
import { SettleManyForm } from "./_components/settle-many-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Operations") });

const VIEWS = {
  waiting: {
    label: msg("Needs a decision"),
    href: "/operations",
    query: { needsPerson: true },
    empty: msg("Nothing needs a decision"),
    words: msg("Every call has a certain outcome. Uncertain calls appear here until somebody settles them."),
  },
  closed: {
    label: msg("Closed, uncertain"),
    href: "/operations?show=closed",
    query: { states: ["ABANDONED", "DUPLICATE_FOUND"] },
    empty: msg("No uncertain operation was closed"),
    words: msg("Operations that were closed without a certain outcome, or carried out twice, stay here."),
  },
  all: {
    label: msg("All"),
    href: "/operations?show=all",
    query: {},
    empty: msg("Nothing created or sent yet"),
    words: null,
  },
} as const satisfies Record<string, { query: OperationsQuery; [words: string]: unknown }>;

/** The journal: everything that created something or sent an email, with its outcome. */
export default async function OperationsPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/operations");
  const { show, after: place } = await searchParams;
  const shown = show === "all" || show === "closed" ? show : "waiting";
  const view = VIEWS[shown];
  const page = await listOperations(actor, { ...view.query, after: textOf(place) });
  const uncertain = page.rows.filter((row) => row.isUncertain);
  return (
    <Page
      title={t("Operations")}
      facts={[
        t("Every call that creates something or sends an email is recorded here before it is sent."),
        <HelpLink key="help" topic="operations" />,
      ]}
    >
      <Tabs
        label={t("Operations")}
        items={Object.entries(VIEWS).map(([name, { label, href }]) => ({
          label: t(label),
          href,
          current: name === shown,
        }))}
      />
      {page.rows.length === 0 ? (
        <Blank icon={<CircleHelp aria-hidden />} title={t(view.empty)}>
          {view.words === null ? null : t(view.words)}
        </Blank>
      ) : (
        <DataTable
          label={t("Operations")}
          rows={page.rows}
          rowKey={(row) => row.id}
          columns={[
            {
              head: t("Operation"),
              grow: true,
              cell: (row) => (
                <>
                  <Link className="link" href={row.href}>
                    {operationWords(row)}
                  </Link>
                  <small>{t("by {actorName}", { actorName: row.actorName })}</small>
                </>
              ),
            },
            { head: t("State"), small: "line", cell: (row) => <OperationState operation={row} /> },
            {
              head: t("Next step"),
              actionsOf: (row) => operationWords(row),
              small: "line",
              cell: (row) => nextStep(row),
            },
            {
              head: t("Since"),
              end: true,
              cell: (row) => <RelativeTime at={row.stateSince} />,
            },
          ]}
        />
      )}
      {shown === "waiting" && uncertain.length > 1 && isAllowed(actor, "operation:settle") && (
        <div className="mt-4">
          <Card title={t("Settle several at once")}>
            <SettleManyForm choices={uncertain.map((row) => ({ id: row.id, words: operationWords(row) }))} />
          </Card>
        </div>
      )}
      <NextPage
        base="/operations"
        kept={{ show: shown === "waiting" ? undefined : shown }}
        next={page.next}
        className="mt-3"
      >
        {t("Older operations")}
      </NextPage>
    </Page>
  );
}

/** The possible next action, and from when. */
function nextStep(row: OperationView): ReactNode {
  const open = (words: string): ReactNode => (
    <LinkButton size="sm" href={row.href}>
      {words}
      <span className="sr-only">: {marked(operationWords(row))}</span>
    </LinkButton>
  );
  if (row.canSend) return open(t("Send or discard"));
  if (row.canDiscard) return open(t("Upload again or discard"));
  if (!row.isUncertain) return null;
  const isWaiting = row.quietUntil !== null && row.quietUntil > now();
  return (
    <span className="whitespace-nowrap">
      {open(t("Settle"))}
      {isWaiting && (
        <small>
          {rich("“Does not exist” can be confirmed {when}", {
            when: <RelativeTime at={row.quietUntil ?? ""} />,
          })}
        </small>
      )}
      {row.stateSince < after(-REMIND_MS) && <small>{t("open for more than a day")}</small>}
    </span>
  );
}
