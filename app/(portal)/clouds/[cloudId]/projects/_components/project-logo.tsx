import Image from "next/image";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import type { ProjectRow } from "#lib/features/projects/queries.ts";

/** The image of a project beside its name; nothing where there is no logo, or only an address elsewhere. */
export function ProjectLogo({
  project: { id, cloudId, version, logo },
}: {
  project: Pick<ProjectRow, "id" | "cloudId" | "version" | "logo">;
}): ReactNode {
  if (logo?.kind !== "image") return null;
  return (
    // The image is small already, and only signed-in people get it, so the image optimiser is not used.
    <Image
      unoptimized
      src={`/clouds/${cloudId}/projects/${id}/logo?version=${String(version)}`}
      alt={t("Logo of the project")}
      width={36}
      height={36}
      className="size-9 rounded-1 border border-line bg-white object-contain"
    />
  );
}
