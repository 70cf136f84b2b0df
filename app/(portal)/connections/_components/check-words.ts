import { told } from "#lib/core/language/kept-texts.ts";
import type { CheckView } from "#lib/features/connections/schema.ts";
import type { RungName } from "#lib/service/client/check/rung.ts";
import { msg, t } from "#lib/core/texts.ts";

/** The titles of the check's steps. */
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

/** Translates the stored result of a step: one line per host, which may be named first. */
export function toldRung(written: string): string {
  return written.split("\n").map(toldLine).join(" ");
}

/** Hosts are in lower case, so a line that begins with a capital is a sentence: "Granted: …". */
function toldLine(line: string): string {
  const [, host, words] = /^([^\sA-Z]+): (.+)\.$/.exec(line) ?? [];
  return host === undefined || words === undefined ? told(line) : `${host}: ${told(words)}.`;
}

/** The result of a check, with its colour. */
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
