import type { Crumb } from "#app/_ui/frame/crumbs.tsx";
import { t } from "#lib/core/texts.ts";
import type { ListedProject } from "#lib/features/projects/schema.ts";

/** The way down to a project: the Clouds, its Cloud, and the projects above it. */
export function projectCrumbs(
  cloud: { id: string; name: string },
  project: Pick<ListedProject, "parents">,
): Crumb[] {
  return [
    { label: t("Clouds"), href: "/clouds" },
    { label: cloud.name, href: `/clouds/${cloud.id}` },
    ...project.parents.map((parent) => ({
      label: parent.name,
      href: `/clouds/${cloud.id}/projects/${parent.id}`,
    })),
  ];
}
