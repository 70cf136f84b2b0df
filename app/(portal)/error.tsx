"use client";
import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/**
 * Shown when a page fails. The digest is the reference of the server's log line; the message itself never reaches the browser. Without one
 * the browser failed, mostly to load code: React keeps such a failure, so only a new document helps, and what was sent before goes on.
 */
export default function PortalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}): ReactNode {
  const { digest } = error;
  return (
    <Page>
      <h1 className="mb-3">{t("This page could not be shown")}</h1>
      <Note
        tone="bad"
        live
        title={
          digest === undefined
            ? t("Part of this page could not be loaded. Try again, or reload the page.")
            : t("Portico has a fault, or its database did not answer in time.")
        }
        reference={digest ?? null}
        referenceLabel={t("Reference")}
        action={
          <>
            <Button size="sm" onClick={digest === undefined ? () => window.location.reload() : reset}>
              {t("Reload the page")}
            </Button>
            <LinkButton size="sm" href="/">
              {t("Go to the overview")}
            </LinkButton>
          </>
        }
      >
        {digest !== undefined &&
          t(
            "Nothing was created, sent or changed. Try again. If the fault returns, give your administrator the reference; it leads to the cause in the log.",
          )}
      </Note>
    </Page>
  );
}
