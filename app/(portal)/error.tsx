"use client";
import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/** Shown when a page fails. The digest is the reference of the log line; the message itself never reaches the browser. */
export default function PortalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}): ReactNode {
  return (
    <Page>
      <h1 className="mb-3">{t("This page could not be shown")}</h1>
      <Note
        tone="bad"
        live
        title={t("Portico has a fault, or its database did not answer in time.")}
        {...(error.digest === undefined ? {} : { reference: { id: error.digest, label: t("Reference") } })}
        action={
          <>
            <Button size="sm" onClick={reset}>
              {t("Reload the page")}
            </Button>
            <LinkButton size="sm" href="/">
              {t("Go to the overview")}
            </LinkButton>
          </>
        }
      >
        {t(
          "Nothing was created, sent or changed. Try again. If the fault returns, give your administrator the reference; it leads to the cause in the log.",
        )}
      </Note>
    </Page>
  );
}
