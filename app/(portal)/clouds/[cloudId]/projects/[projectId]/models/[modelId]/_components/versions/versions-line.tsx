import type { ReactNode } from "react";
import type { VersionsView } from "#lib/features/models/versions.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

/** Which version a model is, once its service has answered; nothing where it has no versions. */
export async function VersionsLine({
  versions,
  modelsHref,
}: {
  versions: Promise<VersionsView | null>;
  /** Address of the models, without the number. */
  modelsHref: string;
}): Promise<ReactNode> {
  const view = await versions;
  return view === null ? null : <VersionsDialog view={view} modelsHref={modelsHref} />;
}
