import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getConnectionDetails } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { EditForm } from "./_components/edit-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Edit connection") });

type Props = { params: Promise<{ connectionId: string }> };

export default async function EditConnectionPage({ params }: Props): Promise<ReactNode> {
  const { connectionId } = await params;
  const actor = await requirePage(`/connections/${connectionId}/edit`, "connection:manage");
  const { connection, cloudCount } = await orNotFound(getConnectionDetails(actor, connectionId));
  const href = `/connections/${connection.id}`;
  const isFixed = connection.kind === "BUILTIN" || connection.isConfigured || connection.archivedAt !== null;
  return (
    <Page>
      <PageHead
        title={t("Edit {name}", { name: connection.name })}
        facts={[t("What is changed here counts from the next call on.")]}
      />
      {isFixed ? (
        <Note
          title={t("This connection is not changed by hand.")}
          action={<LinkButton href={href}>{t("Back to the connection")}</LinkButton>}
        >
          {connection.kind === "BUILTIN"
            ? t("It is built in and keeps itself; there is nothing to enter.")
            : connection.isConfigured
              ? t("It follows the configuration of this installation.")
              : t("It is archived. Once it is brought back, it can be changed.")}
        </Note>
      ) : (
        <EditForm
          id={connection.id}
          version={connection.version}
          cloudCount={cloudCount}
          values={{
            name: connection.name,
            stage: connection.stage ?? "",
            baseUrl: connection.baseUrl,
            authUrl: connection.authUrl,
            realm: connection.realm,
            platformUrl: connection.platformUrl,
            clientId: connection.clientId,
            allowsPrivate: connection.allowsPrivate,
          }}
        />
      )}
    </Page>
  );
}
