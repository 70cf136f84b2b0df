"use client";
import { Download, MoreHorizontal, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useId, type ReactNode } from "react";
import { toast } from "sonner";
import { askPortal, PortalRefusal, type PortalPath } from "#app/_client/ask-portal.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";
import type { ActedOn, AskedChange } from "./model-dialogs.tsx";

/** What this person may do with models. */
export type ModelRights = { change: boolean; remove: boolean; download: boolean };

/** The actions of one model: rename, process again, download the original, delete. The page has the dialogs (ModelDialogs). */
export function ModelMenu({
  projectId,
  model,
  rights,
  onAsk,
}: {
  projectId: string;
  model: ActedOn;
  rights: ModelRights;
  onAsk: (asked: AskedChange) => void;
}): ReactNode {
  const buttonId = useId();
  const { modelId, name } = model;
  if (!rights.change && !rights.remove && !rights.download) return null;
  const ask = (act: AskedChange["act"]): void => onAsk({ act, models: [model], returnFocusTo: buttonId });
  return (
    <Menu
      returnFocusTo={buttonId}
      trigger={
        <Button id={buttonId} size="sm" square aria-label={t("More for {name}", { name })}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
    >
      {rights.change && (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => ask("rename")}>
            {t("Rename…")}
          </MenuItem>
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => ask("process")}>
            {t("Process again…")}
          </MenuItem>
        </>
      )}
      {rights.download && (
        <MenuItem icon={<Download aria-hidden />} onSelect={() => void download(projectId, modelId)}>
          {t("Download the original")}
        </MenuItem>
      )}
      {rights.remove && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => ask("delete")}>
            {t("Delete…")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Asks for the file's address first, so that a refusal is shown here and not on an empty page. */
async function download(projectId: string, modelId: number): Promise<void> {
  const path: PortalPath = `/api/projects/${projectId}/models/${String(modelId)}/file?check=1`;
  try {
    const { href } = await askPortal<{ href: string }>(path, new AbortController().signal);
    if (href.startsWith("/")) window.location.assign(href);
    else window.open(href, "_blank", "noopener,noreferrer");
  } catch (thrown) {
    if (!(thrown instanceof PortalRefusal)) throw thrown;
    toast.error(t("The file was not downloaded."), {
      description: thrown.whole,
      duration: Infinity,
      closeButton: true,
    });
  }
}
