import type { ReactNode } from "react";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";

/** Says when the shown data is older than it should be, and why. Nothing when it was read just now. */
export function ReadNote({ read }: { read: ReadState }): ReactNode {
  if (read.state !== "stale") return null;
  return (
    <Note tone="warn" title={t("Not up to date: {connectionName}.", { connectionName: read.connectionName })}>
      {read.problem === null ? null : told(read.problem)}{" "}
      {read.readAt === null
        ? t("You see what was created in Portico.")
        : rich("You see the state of the last successful reading: {when}.", {
            when: <RelativeTime at={read.readAt} />,
          })}
    </Note>
  );
}
