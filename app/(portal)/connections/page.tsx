import { Plug, Plus } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HelpLink } from "#app/(portal)/_components/help-link.tsx";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { listConnectionCards, type ConnectionCard } from "#lib/features/connections/queries.ts";
import { ConnectionLink } from "./_components/connection-link.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Connections") });

/** Every service that this portal works with: built-in, live, and archived. */
export default async function ConnectionsPage(): Promise<ReactNode> {
  const actor = await requirePage("/connections");
  const connections = await listConnectionCards(actor);
  const shown = connections.filter((connection) => connection.archivedAt === null);
  const archived = connections.filter((connection) => connection.archivedAt !== null);
  const add = isAllowed(actor, "connection:manage") ? (
    <LinkButton href="/connections/new" variant="primary">
      <Plus aria-hidden />
      {t("Add connection")}
    </LinkButton>
  ) : undefined;
  return (
    <Page
      title={t("Connections")}
      facts={[
        t("Each connection is one application at one service"),
        t("everything in a Cloud goes through that Cloud’s connection"),
        <HelpLink key="help" topic="connections" />,
      ]}
      actions={add}
    >
      {shown.length === 0 ? (
        <Blank icon={<Plug aria-hidden />} title={t("No service is connected")} action={add}>
          {t("The built-in service is off. Add a live service with credentials from the service’s operator.")}
        </Blank>
      ) : (
        <Cards label={t("Connections")} connections={shown} />
      )}
      {archived.length > 0 && (
        <div className="mt-6">
          <Section title={t("Archived")}>
            <Cards label={t("Archived connections")} connections={archived} />
          </Section>
        </div>
      )}
    </Page>
  );
}

function Cards({ label, connections }: { label: string; connections: readonly ConnectionCard[] }): ReactNode {
  return (
    <ul aria-label={label} className="grid gap-2 lg:grid-cols-2">
      {connections.map((connection) => (
        <li key={connection.id} className="min-w-0">
          <ConnectionLink connection={connection}>
            <span className="mt-2 grid grid-cols-[72px_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-12 text-fg-2 [overflow-wrap:anywhere]">
              <Fact label={t("Address")} value={connection.baseUrl} />
              <Fact label={t("Realm")} value={connection.realm} />
              <Fact
                label={t("Client")}
                value={t("{clientId}, secret ends in {last4}", {
                  clientId: connection.clientId,
                  last4: connection.secretLast4,
                })}
              />
              <span className="text-fg-3">{t("Checked")}</span>
              <span>
                {connection.lastCheck === null ? (
                  t("never")
                ) : (
                  <RelativeTime at={connection.lastCheck.at} style="bare" />
                )}
              </span>
            </span>
          </ConnectionLink>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <>
      <span className="text-fg-3">{label}</span>
      <span className="font-mono">{value}</span>
    </>
  );
}
