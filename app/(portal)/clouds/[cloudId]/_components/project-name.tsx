import { Folder } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Mono } from "#app/_ui/primitives/code.tsx";
import type { TreeRow } from "./project-tree.ts";

const INDENT = ["", "pl-5", "pl-10", "pl-15", "pl-20", "pl-25", "pl-30"] as const;

/** A project in its tree: the indent shows the parent, the number is the service's. */
export function ProjectName({ cloudId, row }: { cloudId: string; row: TreeRow }): ReactNode {
  const { project, depth, under } = row;
  return (
    <span className={`flex items-start gap-2 ${INDENT[depth] ?? ""}`}>
      <Folder aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
      <span className="min-w-0">
        <Link className="link" href={`/clouds/${cloudId}/projects/${project.id}`}>
          {project.name}
        </Link>
        <small>
          <Mono>{project.serviceId}</Mono>
          {under !== null && ` · under project ${String(under)}`}
          {project.description !== null && project.description !== "" && (
            <span className="line-clamp-1"> {project.description}</span>
          )}
        </small>
      </span>
    </span>
  );
}
