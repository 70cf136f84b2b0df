import { Clock, Copy, Users } from "lucide-react";
import type { ReactNode } from "react";
import { EditAddress } from "#app/_features/batches/edit-row.tsx";
import { TickedRow } from "#app/_features/batches/fix-list-rows.tsx";
import { OUTCOME_TONES } from "#app/_features/batches/outcome-tones.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { ADDRESS_LENGTH_MAX } from "#lib/core/address.ts";
import { currentLanguage, msg, t } from "#lib/core/texts.ts";
import type { StepOutcome } from "#lib/features/batches/outcomes.ts";
import type { ListRowView } from "#lib/features/invitations/lists/queries.ts";
import { correctRowAction } from "../../actions.ts";
import { IncludeButton, UseSuggestionButton } from "./row-actions.tsx";

type Look = { tone: Tone; icon?: ReactNode };

const TAKEN_OUT: Look = { tone: "idle" };
const VERDICT_LOOK: Record<ListRowView["verdict"], Look> = {
  GOOD: { tone: "ok" },
  LOOK_ALIKE: { tone: "warn" },
  MIXED_SCRIPTS: { tone: "warn" },
  REPEATED: { tone: "idle", icon: <Copy aria-hidden /> },
  MALFORMED: { tone: "bad" },
  INVITED: { tone: "idle", icon: <Clock aria-hidden /> },
  MEMBER: { tone: "idle", icon: <Users aria-hidden /> },
  UNDER_WAY: { tone: "unknown" },
};

/** An address that was sent to counts as fine even without a number; a held one waits for its turn. */
const TONES: Record<StepOutcome, Tone> = { ...OUTCOME_TONES, HELD: "idle", DONE_ID_LOST: "ok" };

/** What the button of a row that is left out says, where it can be sent. */
const TAKE: Partial<Record<ListRowView["verdict"], string>> = {
  GOOD: msg("Include"),
  INVITED: msg("Send another email"),
  LOOK_ALIKE: msg("Keep"),
  MIXED_SCRIPTS: msg("Keep"),
};

const addressOf = (row: ListRowView): string => row.shown;

const addressColumn = (): DataTableColumn<ListRowView> => ({
  head: t("Address"),
  grow: true,
  cell: (row) => (
    <>
      <span className="[overflow-wrap:anywhere] sm:block sm:min-w-[20ch]">{wrapped(addressOf(row))}</span>
      <small className="[overflow-wrap:anywhere]">{wrapped(placeWords(row))}</small>
    </>
  ),
});

/** The same with a tick box, by which the form for several rows knows it. */
const tickedColumn = (): DataTableColumn<ListRowView> => ({
  head: t("Address"),
  grow: true,
  cell: (row) => (
    <TickedRow
      id={row.id}
      name={addressOf(row)}
      hint={<span className="[overflow-wrap:anywhere]">{wrapped(placeWords(row))}</span>}
    />
  ),
});

/** Where it stands in the list, and as what where that differs. */
function placeWords({ line, email, typed }: ListRowView): string {
  const place = t("line {line}", { line: formatCount(line) });
  return email !== null && typed !== email ? `${place}: ${typed}` : place;
}

/** German nouns keep their capital letter. */
const insideSentence = (label: string): string => (currentLanguage() === "en" ? label.toLowerCase() : label);

const words = (text: string): ReactNode => (
  <span className="block max-w-[56ch] whitespace-normal [overflow-wrap:anywhere]">{text}</span>
);

/** The rows of an unsent list: each with its verdict, and the fix beside it. */
export function DraftRows({ rows, mayAct }: { rows: readonly ListRowView[]; mayAct: boolean }): ReactNode {
  const columns: DataTableColumn<ListRowView>[] = [
    mayAct ? tickedColumn() : addressColumn(),
    {
      head: t("Check result"),
      small: "line",
      cell: (row) => {
        const { tone, icon } = row.isTakenOut ? TAKEN_OUT : VERDICT_LOOK[row.verdict];
        return (
          <State tone={tone} icon={icon} detail={words(row.detail)} narrow>
            {row.isTakenOut ? t("Left out") : row.verdictWords}
          </State>
        );
      },
    },
    {
      head: t("Fix"),
      actionsOf: addressOf,
      small: "line",
      cell: (row) => (mayAct ? <Remedy row={row} /> : null),
    },
  ];
  return (
    <DataTable label={t("Addresses of the list")} rows={rows} rowKey={(row) => row.id} columns={columns} />
  );
}

function Remedy({ row }: { row: ListRowView }): ReactNode {
  const proposal = row.suggestion ?? row.email ?? row.typed.slice(0, ADDRESS_LENGTH_MAX);
  const take = TAKE[row.verdict];
  return (
    // Two lines of buttons where the columns are narrow, so that the address keeps its own.
    <span className="inline-flex flex-wrap items-center gap-1.5 sm:w-max sm:max-w-72 sm:justify-end 2xl:max-w-none">
      {row.suggestion !== null && <UseSuggestionButton rowId={row.id} suggestion={row.suggestion} />}
      {take === undefined && row.verdict !== "MALFORMED" && (
        <span className="text-12 text-fg-3">{t("left out")}</span>
      )}
      <EditAddress
        // What was proposed before the row became another is not offered as what it says.
        key={proposal}
        action={correctRowAction}
        of={{ rowId: row.id }}
        name={addressOf(row)}
        typed={row.typed}
        proposal={proposal}
      />
      {take !== undefined && (
        <IncludeButton rowId={row.id} isIncluded={!row.isIncluded} typed={row.typed}>
          {row.isIncluded ? t("Leave out") : t(take)}
        </IncludeButton>
      )}
    </span>
  );
}

/** Somebody whose row was held back may have been invited otherwise, and is reminded there. */
function NextStep({ shown: name, outcome, operationHref }: ListRowView): ReactNode {
  if (operationHref !== null)
    return (
      <LinkButton size="sm" href={operationHref}>
        {outcome === "UNKNOWN"
          ? rich("Settle<sr> {name}</sr>", { name })
          : rich("View operation<sr> for {name}</sr>", { name })}
      </LinkButton>
    );
  return outcome === "HELD_BACK" ? (
    <LinkButton size="sm" href={`/invitations?search=${encodeURIComponent(name)}`}>
      {rich("Show invitations<sr> of {name}</sr>", { name })}
    </LinkButton>
  ) : null;
}

/** The rows of a started list: the outcome of each, and where to settle it. */
export function SentRows({ rows }: { rows: readonly ListRowView[] }): ReactNode {
  const columns: DataTableColumn<ListRowView>[] = [
    addressColumn(),
    {
      head: t("Outcome"),
      cell: (row) => (
        <State tone={TONES[row.outcome]} detail={row.cause !== null && words(row.cause)}>
          {row.outcome === "LEFT_OUT" && !row.isTakenOut
            ? t("Left out: {verdict}", { verdict: insideSentence(row.verdictWords) })
            : row.outcomeWords}
        </State>
      ),
    },
    {
      head: t("Since"),
      end: true,
      cell: (row) => (row.since === null ? "" : <RelativeTime at={row.since} />),
    },
    {
      head: t("Next step"),
      actionsOf: addressOf,
      small: "line",
      cell: NextStep,
    },
  ];
  return (
    <DataTable label={t("Addresses of the list")} rows={rows} rowKey={(row) => row.id} columns={columns} />
  );
}
