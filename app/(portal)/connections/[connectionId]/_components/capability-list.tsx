import { Check, CircleQuestionMark, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Section } from "#app/_ui/primitives/card.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { CapabilityName } from "#lib/features/connections/schema.ts";

type Known = { operation: CapabilityName; answers: boolean; checkedAt: Date };

/** Grouped as people use them. `without`: what is missing where the service does not offer them, unless it is an action of a page. */
const GROUPS: readonly { label: string; operations: readonly CapabilityName[]; without?: string }[] = [
  {
    label: msg("List Clouds and projects"),
    operations: ["listClouds", "listProjects"],
    without: msg("you settle uncertain operations by hand"),
  },
  {
    label: msg("Read a Cloud or project by its number"),
    operations: ["getCloud", "getProject"],
    without: msg("what you add is verified at its first use"),
  },
  { label: msg("Change Clouds and projects"), operations: ["changeCloud", "changeProject"] },
  { label: msg("Delete Clouds and projects"), operations: ["deleteCloud", "deleteProject"] },
  {
    label: msg("Pending invitations and members"),
    operations: ["listInvitations", "listCloudUsers"],
    without: msg("invitations are confirmed by hand"),
  },
  { label: msg("Change roles and remove people"), operations: ["changeCloudUser", "removeCloudUser"] },
  { label: msg("Withdraw an invitation"), operations: ["cancelInvitation"] },
  {
    label: msg("People of projects"),
    operations: ["listProjectUsers", "inviteToProject", "changeProjectUser", "removeProjectUser"],
    without: msg("people are invited to whole Clouds"),
  },
  {
    label: msg("Upload models"),
    operations: ["uploadDocument"],
    without: msg("models are added on the platform"),
  },
  { label: msg("Rename models and process them again"), operations: ["changeModel", "reprocessModel"] },
  { label: msg("Delete models"), operations: ["deleteModel"] },
  {
    label: msg("Download a model’s file"),
    operations: ["downloadDocument"],
    without: msg("the file is downloaded on the platform"),
  },
  {
    label: msg("Read one model"),
    operations: ["getModel"],
    without: msg("Portico uses the list instead"),
  },
  { label: msg("Classes of a model"), operations: ["listClasses"], without: msg("you type class names") },
  {
    label: msg("Units, storeys, types and other relations"),
    operations: ["getRawElements"],
    without: msg("units and relations are not stated"),
  },
];

const NOT_OFFERED = msg("the action is not offered");

const ICONS = {
  yes: Check,
  half: CircleQuestionMark,
  partly: Minus,
  no: Minus,
  unknown: CircleQuestionMark,
} as const;
const WORDS = {
  yes: msg("yes"),
  half: msg("partly known"),
  partly: msg("partly"),
  no: msg("no"),
  unknown: msg("not known yet"),
} as const;

/** What this service offers, as far as known. `hasAnswered`: the service has taken a call, so that its six endpoints can be expected. */
export function CapabilityList({
  known,
  hasAnswered,
}: {
  known: readonly Known[];
  hasAnswered: boolean;
}): ReactNode {
  const newest = known.map(({ checkedAt }) => checkedAt.getTime()).toSorted((a, b) => b - a)[0];
  return (
    <Section
      title={t("What this service can do")}
      aside={
        newest !== undefined && (
          <span className="text-12">
            {rich("from Portico’s requests, last {time}", {
              time: <RelativeTime at={new Date(newest)} />,
            })}
          </span>
        )
      }
    >
      <ul className="divide-y divide-line text-13">
        <Row
          state={hasAnswered ? "yes" : "unknown"}
          label={t("Create Clouds and projects, list models, read elements, invite")}
          words={t(hasAnswered ? WORDS.yes : WORDS.unknown)}
          detail={!hasAnswered && t("this service has not answered yet")}
        />
        {GROUPS.map((group) => {
          const state = stateOf(group.operations, known);
          return (
            <Row
              key={group.label}
              state={state}
              label={t(group.label)}
              words={t(WORDS[state])}
              detail={
                state === "no"
                  ? t(group.without ?? NOT_OFFERED)
                  : state === "unknown" && t("known after the first use")
              }
            />
          );
        })}
      </ul>
    </Section>
  );
}

function stateOf(operations: readonly CapabilityName[], known: readonly Known[]): keyof typeof WORDS {
  const answers = operations.map((name) => known.find(({ operation }) => operation === name)?.answers);
  if (answers.every((answer) => answer === undefined)) return "unknown";
  if (answers.every((answer) => answer === true)) return "yes";
  if (answers.includes(true) && answers.includes(false)) return "partly";
  return answers.every((answer) => answer === false) ? "no" : "half";
}

function Row({
  state,
  label,
  words,
  detail,
}: {
  state: keyof typeof ICONS;
  label: string;
  words: string;
  detail: string | false;
}): ReactNode {
  const Icon = ICONS[state];
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-[9px] py-[7px]">
      <Icon
        aria-hidden
        className={state === "yes" ? "mt-0.5 size-3.5 text-ok" : "mt-0.5 size-3.5 text-fg-3"}
      />
      <span className={state === "yes" ? undefined : "text-fg-2"}>{label}</span>
      <span className="text-12 whitespace-nowrap text-fg-3">{words}</span>
      {detail !== false && <small className="col-span-2 col-start-2 block text-12 text-fg-3">{detail}</small>}
    </li>
  );
}
