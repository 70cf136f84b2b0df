import { isRelationColumn, relationWord } from "#lib/elements/relations/relation-columns.ts";
import type { ReactNode } from "react";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { cx } from "#app/_ui/cx.ts";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { marked } from "#app/_ui/marked.ts";
import { wrapped } from "#app/_ui/wrapped.ts";
import { msg, t } from "#lib/core/texts.ts";
import { KIND_WORDS, tellCell } from "#lib/elements/told-values.ts";
import type { Change, ColumnFacts, PassportEntry, Samples } from "#lib/features/passport/schema.ts";
import { FillBar } from "./fill-bar.tsx";
import { changeLines, rangeWords, unitWords } from "./words.ts";

const NONE = <span className="text-fg-3">–</span>;

const CHANGES: Record<Exclude<Change, "none">, { tone: Tone; words: string }> = {
  appeared: { tone: "ok", words: msg("New") },
  vanished: { tone: "bad", words: msg("Gone") },
  changed: { tone: "warn", words: msg("Changed") },
};

/** Properties of a class, one per line: what they are, how full, and how they differ from the model compared with. */
export function EntriesTable({
  label,
  entries,
  samples,
  isCompared,
}: {
  label: string;
  entries: readonly PassportEntry[];
  samples: ReadonlyMap<string, Samples>;
  isCompared: boolean;
}): ReactNode {
  const columns: DataTableColumn<PassportEntry>[] = [
    { head: t("Property"), grow: true, cell: (entry) => <Name entry={entry} /> },
    ...(isCompared
      ? [
          {
            head: t("Schema change"),
            small: "line" as const,
            cell: (entry: PassportEntry) => <ChangeCell entry={entry} />,
          },
        ]
      : []),
    {
      head: t("Kind"),
      small: "line",
      cell: (entry) => withFacts(entry, (facts) => <Kind facts={facts} />),
    },
    {
      head: t("Unit"),
      cell: (entry) =>
        withFacts(entry, (facts) => unitWords(facts) ?? <span className="max-sm:hidden">{NONE}</span>),
    },
    {
      head: t("Filled"),
      small: "line",
      cell: (entry) => withFacts(entry, (facts) => <FillBar facts={facts} />),
    },
    {
      head: t("Unique values"),
      end: true,
      small: "line",
      cell: (entry) => withFacts(entry, ({ distinct }) => <Distinct count={distinct} />),
    },
    {
      head: t("Range"),
      end: true,
      small: "hide",
      cell: (entry) => withFacts(entry, (facts) => <Range facts={facts} />),
    },
    {
      head: t("For instance"),
      small: "line",
      cell: (entry) => <SampleList entry={entry} samples={samples} isCompared={isCompared} />,
    },
  ];
  return <DataTable label={label} rows={entries} rowKey={({ key }) => key} columns={columns} dense />;
}

/** A vanished property shows its former facts. */
function withFacts({ here, before }: PassportEntry, show: (facts: ColumnFacts) => ReactNode): ReactNode {
  const facts = here ?? before;
  return facts === null ? NONE : show(facts);
}

function Name({ entry }: { entry: PassportEntry }): ReactNode {
  const isRelation = isRelationColumn({ ...entry, setInstance: 1 });
  const property = isRelation ? relationWord(entry.property) : entry.property;
  const set = isRelation ? t("Relations") : entry.set;
  return (
    <span className="block min-w-[18ch] [overflow-wrap:anywhere]">
      <bdi>{property === "" ? t("(no name)") : marked(property)}</bdi>
      <small>{set === "" ? t("attribute") : <bdi>{marked(set)}</bdi>}</small>
    </span>
  );
}

function ChangeCell({ entry }: { entry: PassportEntry }): ReactNode {
  if (entry.change === "none")
    return <span className="block text-fg-3 sm:max-w-[12ch]">{t("No schema change")}</span>;
  const { tone, words } = CHANGES[entry.change];
  const lines = changeLines(entry);
  return (
    <>
      <State tone={tone}>{t(words)}</State>
      {lines.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </>
  );
}

function Kind({ facts: { kind, valueType } }: { facts: ColumnFacts }): ReactNode {
  return (
    <span className="block min-w-[12ch] max-w-[16ch] [overflow-wrap:anywhere]">
      {t(KIND_WORDS[kind])}
      {valueType !== null && <small>{wrapped(valueType)}</small>}
    </span>
  );
}

/** Long numbers take a line each, rather than the room of the columns beside them. */
function Range({ facts }: { facts: ColumnFacts }): ReactNode {
  const words = rangeWords(facts);
  return words === null ? NONE : <span className="inline-block max-w-[12ch] whitespace-normal">{words}</span>;
}

function Distinct({ count }: { count: number }): ReactNode {
  return (
    <>
      {formatCount(count)}
      <span className="sm:hidden">
        {" "}
        {t("{count, plural, one {value} other {different values}}", { count })}
      </span>
    </>
  );
}

function SampleList({
  entry: { here },
  samples,
  isCompared,
}: {
  entry: PassportEntry;
  samples: ReadonlyMap<string, Samples>;
  /** The changes take room of the samples. */
  isCompared: boolean;
}): ReactNode {
  const found = here === null ? undefined : samples.get(here.columnId);
  if (found === undefined || found.length === 0) return NONE;
  const told = found.map(tellCell);
  return (
    <span
      className={cx(
        "line-clamp-2 [overflow-wrap:anywhere] sm:max-w-[36ch]",
        isCompared ? "sm:min-w-[14ch]" : "sm:min-w-[19ch]",
      )}
      title={marked(told.join(", "))}
    >
      {told.map((sample, place) => (
        <span key={String(place)}>
          {place > 0 && <span className="text-fg-3">, </span>}
          <bdi>{wrapped(sample)}</bdi>
        </span>
      ))}
    </span>
  );
}
