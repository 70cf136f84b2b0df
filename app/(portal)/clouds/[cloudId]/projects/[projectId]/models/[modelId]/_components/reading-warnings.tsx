import type { ReactNode } from "react";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";

/** What was odd in the answer: one line, with samples on demand. */
export function ReadingWarnings({ snapshot }: { snapshot: SnapshotView }): ReactNode {
  const [first, ...others] = snapshot.warnings;
  if (first === undefined) return null;
  if (others.length === 0 && first.samples.length === 0)
    return <p className="flex-none border-b border-line px-4 py-1.5 text-13 text-fg-2">{first.message}</p>;
  return (
    <details className="flex-none border-b border-line px-4 py-1.5 text-13 text-fg-2">
      <summary className="cursor-pointer">
        {first.message}
        {others.length > 0 &&
          ` ${t("And {count, plural, one {# more note} other {# more notes}}.", { count: others.length })}`}
      </summary>
      <ul className="grid gap-1 py-1.5 pl-4">
        {snapshot.warnings.map((warning) => (
          <li key={warning.message}>
            {warning === first ? "" : `${warning.message} `}
            {warning.samples.length > 0 && (
              <>
                {rich("Found {count, plural, one {# time} other {# times}}, for instance at {samples}", {
                  count: warning.count,
                  samples: <Mono>{warning.samples.slice(0, 5).join(", ")}</Mono>,
                })}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
