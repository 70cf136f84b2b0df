import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";
import { refusalWords } from "../sign-in/_components/provider-words.ts";

export const generateMetadata = (): Metadata => ({ title: t("Confirmation") });

/** The identity provider returns here after a fresh sign-in, in a separate window beside the one in use. */
export default async function ConfirmedPage({ searchParams }: PageProps): Promise<ReactNode> {
  await requirePage("/confirmed");
  const provider = findProvider();
  const refusal = provider === null ? null : refusalWords((await searchParams).refused, provider.label);
  return (
    <AuthFrame
      title={refusal === null ? t("Identity confirmed") : t("Nothing was confirmed")}
      lead={t("Close this window and continue in the first one.")}
    >
      {refusal === null ? (
        <Note tone="ok" live title={t("The confirmation is valid for 15 minutes.")} />
      ) : (
        <Note
          tone="bad"
          live
          title={t("This sign-in did not confirm your identity.")}
          action={
            <Button asChild size="sm">
              <a href="/sign-in/oidc?confirm=1">{t("Try again")}</a>
            </Button>
          }
        >
          {refusal}
        </Note>
      )}
    </AuthFrame>
  );
}
