import type { ReactNode } from "react";
import type { VersionsView } from "#lib/features/models/versions.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

/** Which version a model is, as soon as its service has told; nothing where it is no version of anything else. */
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
