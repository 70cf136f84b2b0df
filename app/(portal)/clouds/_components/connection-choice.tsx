import type { ReactNode } from "react";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import { worldOf } from "#lib/features/connections/world.ts";

export type ConnectionOption = {
  id: string;
  name: string;
  kind: "BUILTIN" | "LIVE";
  stage: "TEST" | "PRODUCTION" | null;
  baseUrl: string;
};

/** Chooses the service of a Cloud; hidden where there is only one. */
export function ConnectionChoice({ connections }: { connections: readonly ConnectionOption[] }): ReactNode {
  const [first] = connections;
  if (connections.length === 1) return <input type="hidden" name="connectionId" value={first?.id} />;
  return (
    <RadioCards
      legend={t("Service")}
      name="connectionId"
      defaultValue={first?.id}
      options={connections.map((connection) => ({
        value: connection.id,
        label: connection.name,
        hint: connection.baseUrl,
        aside: <WorldBadge world={worldOf(connection)} name="" />,
      }))}
    />
  );
}
