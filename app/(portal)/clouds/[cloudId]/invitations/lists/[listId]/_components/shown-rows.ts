import type { RowsFilter, ListView } from "#lib/features/invitations/lists/queries.ts";
import { VERDICT_WORDS } from "#lib/features/invitations/lists/schema.ts";
import { sumOutcomes, type StepOutcome } from "#lib/features/batches/outcomes.ts";
import { msg, t } from "#lib/core/texts.ts";

export type Shown = { key: string; label: string; filter: RowsFilter; count: number };

const GROUPS: readonly { key: string; label: string; outcomes: readonly StepOutcome[] }[] = [
  { key: "sent", label: msg("Sent"), outcomes: ["DONE", "RESOLVED_DONE", "DONE_ID_LOST"] },
  { key: "member", label: msg("Already a member"), outcomes: ["ALREADY"] },
  { key: "refused", label: msg("Refused"), outcomes: ["REFUSED", "HELD_BACK"] },
  { key: "unknown", label: msg("Unknown"), outcomes: ["UNKNOWN", "ABANDONED", "DUPLICATE_FOUND"] },
  { key: "sending", label: msg("Being sent"), outcomes: ["SENDING"] },
  {
    key: "unsent",
    label: msg("Not sent"),
    outcomes: ["TO_SEND", "PREPARED", "HELD", "NOT_SENT", "DISCARDED", "RESOLVED_ABSENT"],
  },
  { key: "left-out", label: msg("Left out"), outcomes: ["LEFT_OUT"] },
];

/** The parts of a list's rows: by verdict in a draft, by outcome after the start. */
export function partsOf(list: ListView): Shown[] {
  const all: Shown = { key: "all", label: t("All"), filter: {}, count: list.total };
  if (list.state !== "DRAFT") {
    const parts = GROUPS.map(({ key, label, outcomes }): Shown => {
      return {
        key,
        label: t(label),
        filter: { outcomes },
        count: sumOutcomes(list.outcomes, outcomes),
      };
    });
    return [all, ...parts.filter(({ count }) => count > 0)];
  }
  const verdicts = Object.entries(list.verdicts) as [keyof typeof VERDICT_WORDS, number][];
  const order = Object.keys(VERDICT_WORDS);
  return [
    {
      key: "held-back",
      label: t("Held back"),
      filter: { isIncluded: false },
      count: list.total - list.included,
    },
    { key: "to-send", label: t("Will be sent"), filter: { isIncluded: true }, count: list.included },
    all,
    ...verdicts
      .sort(([left], [right]) => order.indexOf(left) - order.indexOf(right))
      .filter(([verdict]) => verdict !== "GOOD")
      .map(([verdict, count]): Shown => {
        const key = verdict.toLowerCase().replaceAll("_", "-");
        return { key, label: t(VERDICT_WORDS[verdict]), filter: { verdict }, count };
      }),
  ];
}

/** The part named in the address, else the most useful one. */
export function chosenPart(parts: readonly Shown[], key: string | string[] | undefined): Shown {
  const fallback = parts.find((part) => part.count > 0) ?? parts[0];
  const chosen = parts.find((part) => part.key === key) ?? fallback;
  if (chosen === undefined) throw new Error("A list has always its rows as a whole.");
  return chosen;
}
