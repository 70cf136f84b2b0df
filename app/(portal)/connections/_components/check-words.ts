import { told } from "#lib/core/language/kept-texts.ts";
import type { CheckView } from "#lib/features/connections/schema.ts";
import type { RungName } from "#lib/service/client/check/rung.ts";
import { msg, t } from "#lib/core/texts.ts";

/** The rungs as people read them. */
export const RUNG_TITLES: Record<RungName, string> = {
  address: msg("Address"),
  tls: "TLS",
  realm: msg("Realm"),
  grant: msg("Grant"),
  token: msg("Token"),
  scopes: msg("Scopes"),
  firstRead: msg("First read"),
  platform: msg("Platform"),
};

/** What stands at a rung, which is kept: a line for each host, which may be named before it. */
export function toldRung(written: string): string {
  return written.split("\n").map(toldLine).join(" ");
}

/** An address has its host in small letters, so what begins with a capital is a sentence: "Granted: …". */
function toldLine(line: string): string {
  const [, host, words] = /^([^\sA-Z]+): (.+)\.$/.exec(line) ?? [];
  return host === undefined || words === undefined ? told(line) : `${host}: ${told(words)}.`;
}

/** What a check came to, with its colour. */
export function checkState(check: Pick<CheckView, "rungs" | "stoppedAt"> | null): {
  tone: "ok" | "warn" | "bad" | "unknown";
  words: string;
} {
  if (check === null) return { tone: "unknown", words: t("Never checked") };
  if (check.stoppedAt !== null) {
    return {
      tone: "bad",
      words: t("Failed at check {stoppedAt} of {rungs}", {
        stoppedAt: check.stoppedAt,
        rungs: check.rungs.length,
      }),
    };
  }
  const remarks = check.rungs.filter((rung) => rung.state === "warn").length;
  if (remarks === 0) return { tone: "ok", words: t("OK") };
  return {
    tone: "warn",
    words: t("OK, {remarks, plural, one {# warning} other {# warnings}}", { remarks }),
  };
}
