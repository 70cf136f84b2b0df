import type { ReactNode } from "react";
import { Note } from "#app/_ui/primitives/note.tsx";
import type { Actor } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { listConnections } from "#lib/features/connections/queries.ts";
import type { ConnectionOption } from "./connection-choice.tsx";

/** A form with a choice of service; without any service, a note about that instead. */
export async function WithConnections({
  actor,
  children,
}: {
  actor: Actor;
  children: (connections: ConnectionOption[]) => ReactNode;
}): Promise<ReactNode> {
  const connections = await listConnections(actor);
  if (connections.length === 0) {
    return (
      <Note tone="warn" title={t("No service is connected.")}>
        {t(
          "The built-in service is off and no live service is connected. An administrator can add a connection under Connections.",
        )}
      </Note>
    );
  }
  return children(
    connections.map(({ id, name, kind, stage, baseUrl }) => ({ id, name, kind, stage, baseUrl })),
  );
}
