"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { postForLines } from "#app/_client/ask-portal.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { t } from "#lib/core/texts.ts";
import type { AuditVerdict, VerificationStep } from "#lib/features/audit/verification.ts";

type State = { step: VerificationStep | null; running: boolean; trouble: string | null };

/** Verifies the whole chain at a press, shows the progress, and names the first row that does not fit. */
export function VerifyAudit(): ReactNode {
  const [{ step, running, trouble }, setState] = useState<State>({
    step: null,
    running: false,
    trouble: null,
  });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const verify = async (): Promise<void> => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setState({ step: null, running: true, trouble: null });
    const ended = await postForLines("/api/audit/verification", controller.signal, (next) =>
      setState({ step: next as VerificationStep, running: true, trouble: null }),
    ).then(
      () => null,
      (refusal: unknown) => (refusal instanceof Error ? refusal.message : String(refusal)),
    );
    if (controller.signal.aborted) return;
    setState((last) => ({
      step: last.step,
      running: false,
      trouble:
        ended ??
        ((last.step?.verdict ?? null) === null ? t("The verification stopped early. Start it again.") : null),
    }));
  };
  const verdict = step?.verdict ?? null;
  return (
    <div className="grid justify-items-start gap-3">
      <Button pending={running} pendingText={t("Verifying")} onClick={() => void verify()}>
        {t("Verify the audit")}
      </Button>
      {running && step !== null && step.total > 0 && (
        <Progress
          label={t("Rows verified")}
          value={(step.checked / step.total) * 100}
          words={t("{checked} of {total}", {
            checked: formatCount(step.checked),
            total: formatCount(step.total),
          })}
        />
      )}
      {trouble !== null && (
        <Note tone="bad" live title={t("The audit was not verified.")}>
          {trouble}
        </Note>
      )}
      {verdict?.ok === true && !running && (
        <Note tone="ok" live title={t("All {rows} rows are unchanged.", { rows: formatCount(verdict.rows) })}>
          {describeWhole(verdict)}
          {verdict.head !== undefined && (
            <p className="mt-2">
              {t(
                "Keep this head elsewhere. Later, npm run audit compares it and finds rows that were cut from the end:",
              )}{" "}
              <code className="break-all">{verdict.head}</code>
            </p>
          )}
        </Note>
      )}
      {verdict?.ok === false && !running && (
        <Note tone="bad" live title={t("Row {seq} is the first that fails the check.", { seq: verdict.seq })}>
          {t(
            "{reason} All earlier rows are unchanged. Somebody with access to the database did this. Compare with a backup.",
            { reason: verdict.reason },
          )}
        </Note>
      )}
    </div>
  );
}

function describeWhole({ cutTo, sealedTo }: Extract<AuditVerdict, { ok: true }>): string {
  const missing =
    cutTo === "0"
      ? t("No rows are missing.")
      : t("No rows are missing after row {cutTo}. Earlier rows were deleted when they expired.", {
          cutTo,
        });
  if (sealedTo === undefined) return missing;
  const sealed = t("Rows up to {sealedTo} are older than the current key; a later row seals them.", {
    sealedTo,
  });
  return `${missing} ${sealed}`;
}
