"use client";
import { Download, Pencil, RotateCw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { askPortal, PortalRefusal, type PortalPath } from "#app/_client/ask-portal.ts";
import { MenuItem, MenuSeparator } from "#app/_ui/primitives/menu.tsx";
import { toast } from "#app/_ui/providers/toast.ts";
import { t } from "#lib/core/texts.ts";
import type { AskedChange, ModelRights } from "./asked-change.ts";

export type ModelItemsProps = {
  projectId: string;
  modelId: number;
  rights: ModelRights;
  ask: (act: AskedChange["act"]) => void;
};

/** What the menu of a model offers (model-menu.tsx). */
export function ModelItems({ projectId, modelId, rights, ask }: ModelItemsProps): ReactNode {
  return (
    <>
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
    </>
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
