import type { ReactNode } from "react";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { AuditRow } from "#lib/features/audit/queries.ts";

type Change = { name: string; before: string | null; after: string | null };

/** Values before and after, one line each; null where the row has none. */
export function changesOf({ before, after }: Pick<AuditRow, "before" | "after">): Change[] {
  const old = membersOf(before);
  const young = membersOf(after);
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])];
  return names.map((name) => ({ name, before: textOf(old, name), after: textOf(young, name) }));
}

/** Stored values are shown unchanged, in every language. */
export function Changes({ row }: { row: AuditRow }): ReactNode {
  const changes = changesOf(row);
  return (
    <dl className="grid gap-x-4 gap-y-1 text-12 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="contents">
          <dt className="text-fg-3" translate={name === "" ? "yes" : "no"}>
            {name === "" ? t("value") : marked(name)}
          </dt>
          <dd>
            {before !== null && (
              <>
                <span className="sr-only">{`${t("before:")} `}</span>
                <del className="text-fg-2 no-underline" translate="no">
                  <Mono>{before}</Mono>
                </del>
                {after !== null && <span aria-hidden> → </span>}
              </>
            )}
            {after !== null && (
              <>
                {before !== null && <span className="sr-only">{`${t("after:")} `}</span>}
                <span translate="no">
                  <Mono>{after}</Mono>
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
      <dt className="text-fg-3">{t("Object")}</dt>
      <dd>
        {row.objectType} <Mono>{row.objectId}</Mono>
      </dd>
      <dt className="text-fg-3">{t("Reference")}</dt>
      <dd>
        <Mono>{row.requestId}</Mono>
      </dd>
    </dl>
  );
}

type Json = AuditRow["before"];

function membersOf(value: Json): Record<string, Json> {
  if (value === null) return {};
  return typeof value === "object" && !Array.isArray(value) ? value : { "": value };
}

function textOf(members: Record<string, Json>, name: string): string | null {
  if (!Object.hasOwn(members, name)) return null;
  const value = members[name];
  return typeof value === "string" ? value : JSON.stringify(value);
}
