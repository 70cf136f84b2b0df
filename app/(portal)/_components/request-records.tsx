import type { ReactNode } from "react";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { FileSize } from "#app/_ui/primitives/file-size.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { KEPT_DAYS } from "#lib/features/requests/schema.ts";
import type { RequestRecordRow } from "#lib/features/requests/queries.ts";

/**
 * The requests sent to the service for this page, without their content; each can be repeated by hand. For developers: folded at the end of
 * other pages.
 */
export function DeveloperPart({ records }: { records: readonly RequestRecordRow[] }): ReactNode {
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer py-2 text-13 text-fg-2">
        {t("For developers: requests to the service")}
      </summary>
      <RequestRecords records={records} />
    </details>
  );
}

/** The same on a separate page. */
export function RequestRecords({ records }: { records: readonly RequestRecordRow[] }): ReactNode {
  return (
    <Card title={t("Requests to the service")} flush>
      {records.length === 0 ? (
        <p className="px-4 py-3 text-13 text-fg-2">
          {t("No requests are recorded. Records are deleted after {keptDays} days.", { keptDays: KEPT_DAYS })}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {records.map((record) => (
            <li key={record.id} className="flex items-start gap-2 px-4 py-2 text-13">
              <div className="min-w-0 flex-1">
                <Mono>
                  {record.method} {record.path}
                </Mono>
                <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-12 text-fg-2">
                  <Answer record={record} />
                  <span>{t("{durationMs} ms", { durationMs: record.durationMs })}</span>
                  <FileSize bytes={record.responseBytes} />
                  <RelativeTime at={record.at} />
                  {record.reference !== null && (
                    <span>
                      {rich("service reference {reference}", { reference: <Mono>{record.reference}</Mono> })}
                    </span>
                  )}
                </div>
                {record.cause !== null && <p className="text-12 text-fg-2">{told(record.cause)}</p>}
              </div>
              {record.curl !== "" && (
                <CopyButton
                  text={record.curl}
                  label={t("Copy {method} {path} as curl", { method: record.method, path: record.path })}
                  words="curl"
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Answer({ record: { status } }: { record: RequestRecordRow }): ReactNode {
  if (status === null) return <State tone="bad">{t("No answer")}</State>;
  return <State tone={status < 300 ? "ok" : status < 500 ? "warn" : "bad"}>{status}</State>;
}
