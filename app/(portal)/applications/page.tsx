import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import {
  KEY_AGE_DAYS_MAX,
  listApplications,
  listKeys,
  type ApplicationView,
} from "#lib/service/operator/queries.ts";
import { ApplicationState, PortalBadge, cloudsOf } from "./_components/application-state.tsx";
import { EmbeddedOff } from "./_components/embedded-off.tsx";
import { SigningKeys } from "./_components/signing-keys.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Applications") });

/** Who may use the built-in service, and with which keys their tokens are signed. */
export default async function ApplicationsPage(): Promise<ReactNode> {
  const actor = await requirePage("/applications", "application:manage");
  if (getEnv().PORTICO_EMBEDDED === "off") return <EmbeddedOff />;
  const operator = staffOperator(actor);
  const [applications, keys] = await Promise.all([listApplications(operator), listKeys(operator)]);
  return (
    <Page
      title={t("Applications")}
      facts={[
        t("Each application has a client ID and a secret for the built-in service"),
        t("it sees its own Clouds and those shared with it"),
      ]}
      actions={
        <>
          <LinkButton href="/applications/people">{t("People with an account")}</LinkButton>
          <LinkButton href="/applications/webhooks">{t("Webhook deliveries")}</LinkButton>
          <LinkButton variant="primary" href="/applications/new">
            {t("Register application")}
          </LinkButton>
        </>
      }
    >
      <MainSide
        sideLabel={t("Signing keys")}
        side={<SigningKeys ageDaysMax={KEY_AGE_DAYS_MAX} keys={keys} />}
      >
        {applications.length === 0 ? (
          <Blank icon={<KeyRound aria-hidden />} title={t("No application yet")}>
            {t("Register an application to let another program use the built-in service.")}
          </Blank>
        ) : (
          <ApplicationTable applications={applications} />
        )}
      </MainSide>
    </Page>
  );
}

/** There are at most two, while one replaces the other. */
function endsOf({ secrets }: ApplicationView): string {
  const [one, other] = secrets.map(({ hint }) => `…${hint}`);
  if (one === undefined) return t("none");
  return other === undefined ? one : t("{one} and {other}", { one, other });
}

function ApplicationTable({ applications }: { applications: readonly ApplicationView[] }): ReactNode {
  return (
    <DataTable
      label={t("Applications")}
      rows={applications}
      rowKey={(row) => row.id}
      columns={[
        {
          head: t("Name and client ID"),
          grow: true,
          cell: (row) => (
            <>
              <span className="flex flex-wrap items-center gap-2">
                <Link className="link" href={`/applications/${row.id}`}>
                  {row.name}
                </Link>
                {row.isPortal && <PortalBadge />}
              </span>
              <small>
                <Mono>{row.clientId}</Mono>
              </small>
            </>
          ),
        },
        { head: t("State"), cell: (row) => <ApplicationState application={row} /> },
        {
          head: t("Clouds"),
          end: true,
          cell: (row) => (
            <>
              <span className="sm:hidden">{t("Clouds:")} </span>
              {marked(cloudsOf(row))}
            </>
          ),
        },
        {
          head: t("Secret ends in"),
          cell: (row) => (
            <>
              <span className="sm:hidden">{t("Secret ends in")} </span>
              <Mono>{endsOf(row)}</Mono>
            </>
          ),
        },
        {
          head: t("Registered"),
          end: true,
          small: "hide",
          cell: (row) => <RelativeTime at={row.createdAt} />,
        },
      ]}
    />
  );
}
