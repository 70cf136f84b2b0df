import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { DeliveryEntry } from "#lib/service/operator/deliveries.ts";
import { SendAgain } from "./send-again.tsx";

export function DeliveriesTable({ deliveries }: { deliveries: readonly DeliveryEntry[] }): ReactNode {
  return (
    <DataTable
      label={t("Deliveries")}
      rows={deliveries}
      rowKey={(row) => row.id}
      columns={[
        {
          head: t("Event and address"),
          grow: true,
          cell: (row) => (
            <>
              <Mono>{row.event}</Mono>
              <small className="[overflow-wrap:anywhere]">
                {row.url}
                <br />
                {t("{applicationName}, Cloud {cloudName}", {
                  applicationName: row.applicationName,
                  cloudName: row.cloud.name,
                })}
              </small>
            </>
          ),
        },
        { head: t("State"), cell: (row) => <DeliveryState row={row} /> },
        { head: t("Attempts"), end: true, cell: (row) => row.attempts },
        {
          head: t("Time of event"),
          end: true,
          cell: (row) => <RelativeTime at={row.createdAt} />,
        },
        {
          head: t("Actions"),
          end: true,
          cell: (row) =>
            row.canBeSentAgain && (
              <SendAgain
                deliveryId={row.id}
                what={t("{event} to {url}", { event: row.event, url: row.url })}
              />
            ),
        },
      ]}
    />
  );
}

/** The reason is stored as a sentence, but the catalogue has it as the half that follows a colon elsewhere. */
function toldReason(written: string): string {
  const reason = told(written);
  if (reason !== written) return reason;
  const half = `${written.charAt(0).toLowerCase()}${written.slice(1).replace(/\.$/, "")}`;
  const known = told(half);
  return known === half ? written : `${known.charAt(0).toUpperCase()}${known.slice(1)}.`;
}

function DeliveryState({ row }: { row: DeliveryEntry }): ReactNode {
  const why = row.lastError === null ? undefined : toldReason(row.lastError);
  if (row.state === "DELIVERED") return <State tone="ok">{t("Delivered")}</State>;
  if (row.state === "FAILED") {
    return (
      <State tone="bad" detail={why}>
        {row.attempts === 0
          ? t("Not sent")
          : t("Failed after {attempts, plural, one {# attempt} other {# attempts}}", {
              attempts: row.attempts,
            })}
      </State>
    );
  }
  if (row.attempts === 0) return <State tone="progress">{t("Queued")}</State>;
  return (
    <State tone="warn" detail={why}>
      {t("Waiting to retry")}
    </State>
  );
}
