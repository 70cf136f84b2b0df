import type { CheckView } from "#lib/features/connections/schema.ts";
import type { RungName } from "#lib/service/client/check/rung.ts";
import { t } from "#lib/core/texts.ts";

/** The rungs as people read them. */
export const RUNG_TITLES: Record<RungName, string> = {
  address: "Address",
  tls: "TLS",
  realm: "Realm",
  grant: "Grant",
  token: "Token",
  scopes: "Scopes",
  firstRead: "First read",
};

/** What a check came to, with its colour. */
export function checkState(check: Pick<CheckView, "rungs" | "stoppedAt"> | null): {
  tone: "ok" | "warn" | "bad" | "unknown";
  words: string;
} {
  if (check === null) return { tone: "unknown", words: t("Never checked") };
  const count = String(check.rungs.length);
  if (check.stoppedAt !== null) {
    return {
      tone: "bad",
      words: t("Stopped at rung {stoppedAt} of {count}", { stoppedAt: check.stoppedAt, count }),
    };
  }
  const remarks = check.rungs.filter((rung) => rung.state === "warn").length;
  if (remarks === 0) return { tone: "ok", words: t("In order") };
  return { tone: "warn", words: `In order, ${String(remarks)} ${remarks === 1 ? "remark" : "remarks"}` };
}
