import { told } from "#lib/core/language/kept-texts.ts";
import type { CheckView } from "#lib/features/connections/record.ts";
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
  const remarks = check.rungs.filter(({ state, name }) => state === "warn" && name !== "platform").length;
  const isPlatformOpen = check.rungs.some(({ state, name }) => state === "warn" && name === "platform");
  if (remarks === 0 && !isPlatformOpen) return { tone: "ok", words: t("OK") };
  if (remarks === 0) return { tone: "warn", words: t("Service OK, platform not confirmed") };
  return {
    tone: "warn",
    words: isPlatformOpen
      ? t("Service OK, {remarks, plural, one {# warning} other {# warnings}}, platform not confirmed", {
          remarks,
        })
      : t("OK, {remarks, plural, one {# warning} other {# warnings}}", { remarks }),
  };
}

/** What a rung with a warning means for the connection: not every one of them works. */
export function warningWords(name: RungName): string {
  if (name === "platform") {
    return t("Not confirmed. Portico works without the platform; links in invitations lead to it.");
  }
  return name === "firstRead" || name === "scopes"
    ? t("Not confirmed. Portico can use the connection.")
    : t("Works, with a warning.");
}

/** The heading of a refused form of a connection: who only wanted a check hears that nothing was checked. */
export function refusalTitle(intent: string | undefined, otherwise: string): string {
  return intent === "check" ? t("Nothing was checked.") : otherwise;
}
