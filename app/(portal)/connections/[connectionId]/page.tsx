import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getConnectionDetails } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { MainSide, Page, PageHead } from "#app/_ui/frame/page-head.tsx";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { listConnectionCards, type ConnectionDetails } from "#lib/features/connections/queries.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { listRequests } from "#lib/features/requests/queries.ts";
import { CheckCard } from "../_components/check-card.tsx";
import { checkState } from "../_components/check-words.ts";
import { ConnectionLink } from "../_components/connection-link.tsx";
import { DeveloperPart } from "../../_components/request-records.tsx";
import { ArchiveCard } from "./_components/archive-card.tsx";
import { CapabilityList } from "./_components/capability-list.tsx";
import { CheckAgain, CheckRun, LastCheck } from "./_components/check-run.tsx";
import { SecretCard } from "./_components/secret-card.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Connection") });

/** One connection: its last check, its secret, what its service offers. */
export default async function ConnectionPage({ params }: PageProps<"connectionId">): Promise<ReactNode> {
  const { connectionId } = await params;
  const actor = await requirePage(`/connections/${connectionId}`);
  const [details, all, records] = await Promise.all([
    orNotFound(getConnectionDetails(actor, connectionId)),
    listConnectionCards(actor),
    listRequests(actor, { connectionId }),
  ]);
  const { connection, lastCheck, refusedSecret, cloudCount } = details;
  const isManaged = connection.kind === "BUILTIN" || connection.isConfigured;
  const isArchived = connection.archivedAt !== null;
  const mayManage = isAllowed(actor, "connection:manage") && !isManaged;
  const state = checkState(lastCheck);
  return (
    <Page>
      <CheckRun>
        <PageHead
          title={connection.name}
          badges={
            <>
              <WorldBadge world={worldOf(connection)} name="" />
              {isArchived ? <Badge>{t("Archived")}</Badge> : <Badge tone={state.tone}>{state.words}</Badge>}
            </>
          }
          facts={[
            cloudCount === 1
              ? t("1 Cloud uses this connection")
              : t("{cloudCount} Clouds use this connection", { cloudCount }),
          ]}
          actions={
            !isArchived && isAllowed(actor, "connection:check") ? (
              <CheckAgain id={connection.id} isFirst={lastCheck === null} />
            ) : undefined
          }
        />
        <MainSide
          sideLabel={t("About this connection")}
          side={
            <>
              <CapabilityList known={details.capabilities} hasAnswered={details.hasAnswered} />
              <Addresses connection={connection} canEdit={mayManage && !isArchived} />
              {mayManage && (
                <ArchiveCard
                  key={String(isArchived)}
                  id={connection.id}
                  version={connection.version}
                  isArchived={isArchived}
                  cloudCount={cloudCount}
                />
              )}
              <Section title={t("Connections")}>
                <ul className="grid gap-2">
                  {all
                    .filter((other) => other.archivedAt === null)
                    .map((other) => (
                      <li key={other.id} className="min-w-0">
                        <ConnectionLink connection={other} isCurrent={other.id === connection.id} />
                      </li>
                    ))}
                </ul>
              </Section>
            </>
          }
        >
          <div className="grid gap-4">
            <Managed details={details} />
            {details.uncertainCount > 0 && <Uncertain count={details.uncertainCount} />}
            <LastCheck title={t("Last check")} madeWith={lastCheck?.at.toISOString() ?? null}>
              {lastCheck === null ? (
                <Card title={t("Last check")}>
                  <p className="text-13 text-fg-2">
                    {t(
                      "Not checked yet. A check tests the connection step by step, from the address to the first read. A check creates nothing.",
                    )}
                  </p>
                </Card>
              ) : (
                <CheckCard title={t("Last check")} check={lastCheck} />
              )}
            </LastCheck>
            {refusedSecret !== null && (
              <CheckCard title={t("Check of the new secret")} check={refusedSecret} />
            )}
            <SecretCard
              id={connection.id}
              version={connection.version}
              last4={connection.secretLast4}
              since={connection.secretSince}
              canReplace={mayManage && !isArchived}
            />
            <DeveloperPart records={records} />
          </div>
        </MainSide>
      </CheckRun>
    </Page>
  );
}

function Managed({ details: { connection } }: { details: ConnectionDetails }): ReactNode {
  if (connection.kind === "BUILTIN") {
    return (
      <Note title={t("The service built into this server.")}>
        {t(
          "Portico manages its connection; there is nothing to enter. You can rehearse plans here before you run them at a live service.",
        )}
      </Note>
    );
  }
  if (!connection.isConfigured) return null;
  return (
    <Note title={t("This connection is set in the configuration.")}>
      {t(
        "To change the connection, change the SERVICE_ variables of this installation and restart Portico. If you remove the variables, the connection stays and can be changed here.",
      )}
    </Note>
  );
}

function Uncertain({ count }: { count: number }): ReactNode {
  return (
    <Note
      tone="unknown"
      title={
        count === 1
          ? t("1 operation without a certain answer was sent over this connection.")
          : t("{count} operations without a certain answer were sent over this connection.", { count })
      }
      action={
        <LinkButton size="sm" href="/operations">
          {t("Open the operations")}
        </LinkButton>
      }
    >
      {count === 1
        ? t(
            "Settle this operation before you change addresses or credentials. After such a change, Portico may look for the result in the wrong place.",
          )
        : t(
            "Settle these operations before you change addresses or credentials. After such a change, Portico may look for the results in the wrong place.",
          )}
    </Note>
  );
}

function Addresses({
  connection,
  canEdit,
}: {
  connection: ConnectionDetails["connection"];
  canEdit: boolean;
}): ReactNode {
  return (
    <Section
      title={t("Addresses")}
      aside={
        canEdit && (
          <Link className="link" href={`/connections/${connection.id}/edit`}>
            {t("Edit")}
          </Link>
        )
      }
    >
      <Kv
        items={[
          { label: t("Base"), value: <Mono>{connection.baseUrl}</Mono> },
          { label: t("Sign-in"), value: <Mono>{connection.authUrl}</Mono> },
          { label: t("Realm"), value: <Mono>{connection.realm}</Mono> },
          { label: t("Platform"), value: <Mono>{connection.platformUrl}</Mono> },
          { label: t("Client"), value: <Mono>{connection.clientId}</Mono> },
        ]}
      />
    </Section>
  );
}
