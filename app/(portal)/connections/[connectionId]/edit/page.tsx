import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getConnectionDetails } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { EditForm } from "./_components/edit-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Edit connection") });

export default async function EditConnectionPage({ params }: PageProps<"connectionId">): Promise<ReactNode> {
  const { connectionId } = await params;
  const actor = await requirePage(`/connections/${connectionId}/edit`, "connection:manage");
  const { connection, cloudCount } = await orNotFound(getConnectionDetails(actor, connectionId));
  const href = `/connections/${connection.id}`;
  const isFixed = connection.kind === "BUILTIN" || connection.isConfigured || connection.archivedAt !== null;
  return (
    <Page
      title={t("Edit {name}", { name: connection.name })}
      facts={[t("Changes apply from the next call.")]}
    >
      {isFixed ? (
        <Note
          title={t("This connection cannot be changed here.")}
          action={<LinkButton href={href}>{t("Back to the connection")}</LinkButton>}
        >
          {connection.kind === "BUILTIN"
            ? t("This connection is built in. Portico manages it.")
            : connection.isConfigured
              ? t("The configuration of this installation sets it.")
              : t("This connection is archived. Restore the connection before you change it.")}
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
