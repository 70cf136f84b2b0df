import type { ReactNode } from "react";
import { ReadNote } from "#app/(portal)/_components/read-note.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import type { Actor } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { findDeleter } from "#lib/features/clouds/deletion.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";
import type { CloudRow } from "#lib/features/clouds/queries.ts";

/** The age of a Cloud's list. Of a Cloud that Portico deleted no service can answer: it says who deleted it, and when. */
export async function CloudReadNote({
  actor,
  cloud: { id, deletedAt },
  read,
}: {
  actor: Actor;
  cloud: Pick<CloudRow, "id" | "deletedAt">;
  read: ReadState;
}): Promise<ReactNode> {
  if (deletedAt === null) return <ReadNote read={read} />;
  const name = await findDeleter(actor, id);
  const when = <RelativeTime at={deletedAt} />;
  return (
    <Note
      title={
        name === null
          ? rich("Deleted at the service {when}.", { when })
          : rich("Deleted at the service by {name} {when}.", { name, when })
      }
    >
      {t("You see what Portico knew of this Cloud.")}
    </Note>
  );
}
