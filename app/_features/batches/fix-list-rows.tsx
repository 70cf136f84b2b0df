import type { ComponentProps, ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import { FixRows } from "./fix-rows.tsx";

/** The form that the tick boxes of the rows belong to. */
const FIX_FORM = "fix-rows";

/** One fix for several rows of a draft; at first for those that the page is narrowed to. */
export function FixListRows<Verdict extends string>({
  list,
  verdict,
  words,
  ...what
}: Pick<ComponentProps<typeof FixRows>, "action" | "fixes"> & {
  list: { id: string; total: number; verdicts: Partial<Record<Verdict, number>> };
  /** Of the rows that the page shows; undefined: it is not narrowed to one. */
  verdict: Verdict | undefined;
  words: Readonly<Record<Verdict, string>>;
}): ReactNode {
  const verdicts = (Object.keys(words) as Verdict[]).flatMap((value) => {
    const count = list.verdicts[value] ?? 0;
    const label = t("All “{verdict}” ({count})", { verdict: t(words[value]), count: formatCount(count) });
    return count === 0 ? [] : [{ value, label }];
  });
  return (
    <FixRows
      {...what}
      id={FIX_FORM}
      listId={list.id}
      scope={verdict ?? "selected"}
      scopes={[
        { value: "selected", label: t("Selected rows") },
        ...verdicts,
        { value: "all", label: t("All rows ({count})", { count: formatCount(list.total) }) },
      ]}
    />
  );
}

/** The name of a row with a tick box, by which that form knows it. */
export function TickedRow({ id, name, hint }: { id: string; name: string; hint: ReactNode }): ReactNode {
  return (
    <Checkbox
      form={FIX_FORM}
      name="rowIds"
      value={id}
      label={<span className="[overflow-wrap:anywhere]">{wrapped(name)}</span>}
      hint={hint}
    />
  );
}
