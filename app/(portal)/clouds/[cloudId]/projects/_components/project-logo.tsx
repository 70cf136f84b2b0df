import Image from "next/image";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import type { ProjectRow } from "#lib/features/projects/schema.ts";

/** The image of a project beside its name; nothing where the logo is none, or lies somewhere else. */
export function ProjectLogo({
  project: { id, cloudId, version, logo },
}: {
  project: Pick<ProjectRow, "id" | "cloudId" | "version" | "logo">;
}): ReactNode {
  if (logo?.kind !== "image") return null;
  return (
    // The image is small already, and only who is signed in gets it: nothing is to be made smaller on the way.
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
