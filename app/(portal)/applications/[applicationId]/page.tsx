import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { getApplication } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { FileSize } from "#app/_ui/primitives/file-size.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";
import { serviceAddresses } from "#lib/service/operator/operator.ts";
import type { ApplicationView } from "#lib/service/operator/queries.ts";
import { rowIdSchema, toGigabytes } from "#lib/service/operator/schema.ts";
import { ApplicationState, PortalBadge, cloudsOf } from "../_components/application-state.tsx";
import { EmbeddedOff } from "../_components/embedded-off.tsx";
import { AccessCard } from "./_components/access-card.tsx";
import { CloudsCard } from "./_components/clouds-card.tsx";
import { SecretsCard } from "./_components/secrets-card.tsx";
import { SettingsForm } from "./_components/settings-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Application") });

/** One application: its secrets, what it may do, what it sees, and ending its access. */
export default async function ApplicationPage({ params }: PageProps<"applicationId">): Promise<ReactNode> {
  const { applicationId } = await params;
  const actor = await requirePage(`/applications/${applicationId}`, "application:manage");
  if (getEnv().PORTICO_EMBEDDED === "off") return <EmbeddedOff />;
  const id = rowIdSchema.safeParse(applicationId);
  if (!id.success) notFound();
  const { application, clouds, isCut } = await orNotFound(getApplication(actor, id.data));
  const { isPortal, disabledAt } = application;
  return (
    <Page
      title={application.name}
      badges={
        <>
          <Badge mono>{application.clientId}</Badge>
          {isPortal && <PortalBadge />}
        </>
      }
    >
      <MainSide
        sideLabel={t("About this application")}
        side={
          <>
            <Facts application={application} />
            {!isPortal && (
              <AccessCard
                key={String(disabledAt)}
                id={application.id}
                name={application.name}
                isDisabled={disabledAt !== null}
              />
            )}
          </>
        }
      >
        {isPortal && (
          <Note title={t("This portal uses this application.")}>
            {t(
              "You cannot change, rotate or disable the application here, because the portal would lose its service. To replace the secret, set PORTICO_SERVICE_CLIENT_SECRET and restart Portico. Portal and service then use the new secret.",
            )}
          </Note>
        )}
        <SecretsCard
          id={application.id}
          canChange={!isPortal}
          addresses={serviceAddresses()}
          secrets={application.secrets}
        />
        {!isPortal && (
          <SettingsForm
            id={application.id}
            settings={{
              name: application.name,
              scopes: application.scopes,
              redirectRules: application.redirectRules,
              cloudsMax: application.cloudsMax === null ? "" : String(application.cloudsMax),
              storageGigabytes: toGigabytes(application.storageBytesMax),
            }}
          />
        )}
        <CloudsCard id={application.id} isCut={isCut} clouds={clouds} />
      </MainSide>
    </Page>
  );
}

function Facts({ application }: { application: ApplicationView }): ReactNode {
  const { baseUrl, tokenUrl } = serviceAddresses();
  const limit = application.storageBytesMax;
  return (
    <Card title={t("Facts")}>
      <Kv
        items={[
          { label: t("State"), value: <ApplicationState application={application} /> },
          { label: t("Clouds"), value: cloudsOf(application) },
          {
            label: t("Maximum storage"),
            value: limit === null ? t("no limit") : <FileSize bytes={Number(limit)} />,
          },
          { label: t("Registered"), value: <RelativeTime at={application.createdAt} /> },
          { label: t("Token address"), value: <Mono>{tokenUrl}</Mono> },
          { label: t("Service address"), value: <Mono>{baseUrl}</Mono> },
        ]}
      />
    </Card>
  );
}
