"use client";
import { ToggleLeft, ToggleRight } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { ClassChoices } from "#lib/features/elements/schema.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import { classHref } from "./class-href.ts";
import { ReadAgain, type ModelIds } from "./read-again.tsx";
import { subtypesSwitch, type SubtypesSwitch } from "./subtypes.ts";

export type FactsOf = {
  path: string;
  ids: ModelIds;
  choices: ClassChoices;
  classes: readonly string[];
  snapshots: readonly SnapshotView[];
  versions: ReactNode;
};

/** What the table contains, and when it was read. Beside the title, or in its own line where there is no room. */
export function Facts({
  path,
  ids,
  choices,
  classes,
  snapshots,
  versions,
  className,
}: FactsOf & { className: string }): ReactNode {
  if (classes.length === 0 || classes[0] === "") return null;
  const subtypes = subtypesSwitch(choices, classes);
  const oldest = snapshots.map(({ readAt }) => readAt).sort()[0];
  return (
    <div
      className={cx(
        "flex min-w-0 flex-wrap items-center gap-x-1 text-13 max-sm:gap-x-0 text-fg-3",
        className,
      )}
    >
      <span className="min-w-0 max-sm:mr-1 [overflow-wrap:anywhere]">
        {subtypes?.isOn === true
          ? rich("{classes} with subtypes", { classes: <Mono>{subtypes.root}</Mono> })
          : classes.length > 1
            ? rich("{classes} without other subtypes", { classes: <Mono>{classes.join(", ")}</Mono> })
            : rich("{classes} without subtypes", { classes: <Mono>{classes.join(", ")}</Mono> })}
      </span>
      {subtypes !== null && <Subtypes path={path} subtypes={subtypes} />}
      {oldest !== undefined && (
        <>
          <span className="xl:whitespace-nowrap">
            {rich("(read {when} from the service)", { when: <RelativeTime at={oldest} /> })}
          </span>
          <ReadAgain ids={ids} ifcClasses={classes} quiet />
        </>
      )}
      {classes.length === 1 && (
        <LinkButton
          size="sm"
          variant="ghost"
          href={`${path}/passport?type=${encodeURIComponent(classes.join())}`}
        >
          {t("Property overview")}
        </LinkButton>
      )}
      {versions}
    </div>
  );
}

/** Shows a class with all its subtypes that have elements, or alone. */
function Subtypes({
  path,
  subtypes: { root, subtypes, isOn },
}: {
  path: string;
  subtypes: SubtypesSwitch;
}): ReactNode {
  const router = useRouter();
  return (
    <Button
      size="sm"
      variant="ghost"
      role="switch"
      aria-checked={isOn}
      title={subtypes.join(", ")}
      onClick={() => router.push(classHref(path, isOn ? [root] : [root, ...subtypes]))}
    >
      {isOn ? <ToggleRight aria-hidden /> : <ToggleLeft aria-hidden />}
      {t("Subtypes")}
    </Button>
  );
}
