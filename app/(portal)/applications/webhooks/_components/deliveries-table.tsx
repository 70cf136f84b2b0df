import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatCounted } from "#app/_ui/format/count.ts";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { DeliveryEntry } from "#lib/service/operator/deliveries.ts";
import { SendAgain } from "./send-again.tsx";

export function DeliveriesTable({ deliveries }: { deliveries: readonly DeliveryEntry[] }): ReactNode {
  return (
    <DataTable
      label="Deliveries"
      rows={deliveries}
      rowKey={(row) => row.id}
      columns={[
        {
          head: "Event and address",
          grow: true,
          cell: (row) => (
            <>
              <Mono>{row.event}</Mono>
              <small className="[overflow-wrap:anywhere]">
                {row.url}
                <br />
                {row.applicationName}, Cloud {row.cloud.name}
              </small>
            </>
          ),
        },
        { head: "State", cell: (row) => <DeliveryState row={row} /> },
        { head: "Tries", end: true, cell: (row) => row.attempts },
        { head: "Happened", end: true, cell: (row) => <RelativeTime at={row.createdAt.toISOString()} /> },
        {
          head: "Again",
          end: true,
          cell: (row) =>
            row.canBeSentAgain && <SendAgain deliveryId={row.id} what={`${row.event} to ${row.url}`} />,
        },
      ]}
    />
  );
}

function DeliveryState({ row }: { row: DeliveryEntry }): ReactNode {
  const why = row.lastError ?? undefined;
  if (row.state === "DELIVERED") return <State tone="ok">Delivered</State>;
  if (row.state === "FAILED") {
    return (
      <State tone="bad" detail={why}>
        {row.attempts === 0 ? "Not sent" : `Given up after ${formatCounted(row.attempts, "try", "tries")}`}
      </State>
    );
  }
  if (row.attempts === 0) return <State tone="progress">Waits for its turn</State>;
  return (
    <State tone="warn" detail={why}>
      Waits for another try
    </State>
  );
}
