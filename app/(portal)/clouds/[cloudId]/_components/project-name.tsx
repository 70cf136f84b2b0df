import { ChevronDown, ChevronRight, Folder } from "lucide-react";
import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { ProjectRow } from "#lib/features/projects/queries.ts";

const INDENT = ["", "pl-5", "pl-10", "pl-15", "pl-20", "pl-25", "pl-30"] as const;
const INDENT_MAX = INDENT.length - 1;

/** Opens and closes a project's children. */
export type Fold = { isClosed: boolean; below: number; onToggle: () => void };

/** A project: the indent shows the parent, the number is the service's. */
export function ProjectName({
  project,
  depth = 0,
  place,
  fold,
  hasNumberColumn = false,
}: {
  project: ProjectRow;
  depth?: number;
  /** Its ancestors, when the rows around it do not show them. */
  place: string | null;
  fold?: Fold | undefined;
  /** The number has its own column, which a small screen leaves out. */
  hasNumberColumn?: boolean;
}): ReactNode {
  return (
    <span className={`flex items-start gap-2 ${INDENT[Math.min(depth, INDENT_MAX)] ?? ""}`}>
      {fold === undefined ? (
        <span aria-hidden className="w-5 shrink-0 max-sm:hidden" />
      ) : (
        <button
          type="button"
          aria-expanded={!fold.isClosed}
          aria-label={t("{below} below {name}", { below: fold.below, name: project.name })}
          onClick={fold.onToggle}
          className="grid size-5 shrink-0 place-items-center rounded-1 text-fg-3 hover:bg-surface-hover hover:text-fg max-sm:size-6"
        >
          {fold.isClosed ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
      )}
      <Folder aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
      <span className="min-w-0">
        <Link className="link" href={`/clouds/${project.cloudId}/projects/${project.id}`}>
          {project.name}
        </Link>{" "}
        <span className={cx("text-12 text-fg-3", hasNumberColumn && "sm:hidden")}>
          <Mono>{project.serviceId}</Mono>
        </span>
        <small>
          {marked(place)}
          {project.description !== null && project.description !== "" && (
            <span className="line-clamp-1" title={marked(project.description)}>
              {" "}
              {marked(project.description)}
            </span>
          )}
        </small>
      </span>
    </span>
  );
}
