"use client";
import { useState, type ReactNode } from "react";
import { late, useLate } from "#app/_ui/late.ts";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { t } from "#lib/core/texts.ts";
import type { VersionsView } from "#lib/features/models/versions.ts";

const table = late(async () => import("./versions-table.tsx"));

/** Which version this is, a link to the newest one, and the history behind a button. */
export function VersionsDialog({ view, modelsHref }: { view: VersionsView; modelsHref: string }): ReactNode {
  const { newest, isNewest } = view;
  const [open, setOpen] = useState(false);
  const made = useLate(table, open, () => setOpen(false));
  const hrefOf = (modelId: number): string => `${modelsHref}/${String(modelId)}`;
  return (
    <>
      <Dialog
        size="xl"
        open={made !== null}
        onOpenChange={setOpen}
        title={t("Versions of this model")}
        {...(made !== null && { description: made.newestWords(view) })}
        trigger={
          <Button size="sm" variant="ghost">
            {standingWords(view)}
          </Button>
        }
      >
        {made !== null && <made.VersionsTable view={view} hrefOf={hrefOf} />}
      </Dialog>
      {!isNewest && newest !== null && (
        <LinkButton size="sm" href={hrefOf(newest.modelId)}>
          {t("Open version {number}, the newest", { number: newest.number })}
        </LinkButton>
      )}
    </>
  );
}

function standingWords({ standing, number }: VersionsView): string {
  switch (standing) {
    case "newest":
      return t("Version {number}, the newest", { number });
    case "processedAgain":
      return t("Version {number}, the newest, in process again", { number });
    case "notReady":
      return t("Version {number}, not ready", { number });
    case "notNewest":
      return t("Version {number}, not the newest", { number });
  }
}
