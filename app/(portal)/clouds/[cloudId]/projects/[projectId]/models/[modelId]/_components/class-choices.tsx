"use client";
import { useMemo, useState, type ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { t } from "#lib/core/texts.ts";
import type { ClassChoices as Choices } from "#lib/features/elements/schema.ts";
import { listClasses } from "./class-list.ts";
import { classHref } from "./class-href.ts";

const SHOWN_MAX = 200;

/** Which classes there are to choose from, in a sentence. */
export function describeChoices(choices: Choices): string {
  return choices.counted === null
    ? t(
        "This service does not count elements per class, so these are all classes of the schema. Subtypes are not included.",
      )
    : t(
        "Classes with elements come first. Subtypes are not included; select several classes to see them together.",
      );
}

/** The classes of a ClassPicker, with a search. Mounted while it is open, so that it starts empty. */
export function ClassChoices({
  path,
  choices,
  current,
  ticked,
  onTick,
  choose,
  onGo,
}: {
  path: string;
  choices: Choices;
  current: readonly string[];
  ticked: readonly string[];
  onTick: (ifcClass: string) => void;
  choose: (ifcClasses: readonly string[]) => void;
  /** Somebody follows a link. */
  onGo: () => void;
}): ReactNode {
  const [typed, setTyped] = useState("");
  const all = useMemo(() => listClasses(choices), [choices]);
  const wanted = typed.trim().toLowerCase();
  const found = all.filter((choice) => choice.ifcClass.toLowerCase().includes(wanted));
  const shown = found.slice(0, SHOWN_MAX);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) choose([first.ifcClass]);
          else if (wanted !== "") choose([typed.trim()]);
        }}
      >
        <Field label={t("Class")}>
          <Input
            hasLens
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="IfcDoor"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </form>
      <p role="status" className="sr-only">
        {t("{count, plural, one {# class} other {# classes}}", { count: found.length })}
      </p>
      <ul className="max-h-[50vh] overflow-y-auto rounded-2 border border-line" aria-label={t("Classes")}>
        {shown.map((choice) => (
          <li
            key={choice.ifcClass}
            className="flex items-center border-b border-line last:border-b-0 hover:bg-surface-hover"
          >
            <label className={cx("flex min-h-8 cursor-pointer items-center pl-3", choice.isBelow && "pl-8")}>
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                aria-label={t("Show {ifcClass} with others", { ifcClass: choice.ifcClass })}
                checked={ticked.includes(choice.ifcClass)}
                onChange={() => onTick(choice.ifcClass)}
              />
            </label>
            <Link
              href={classHref(path, [choice.ifcClass])}
              onClick={onGo}
              aria-current={current.includes(choice.ifcClass) ? "true" : undefined}
              className="flex min-h-8 min-w-0 flex-1 items-center gap-3 pr-3 pl-2 text-13 focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent-text"
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{choice.ifcClass}</span>
              <span className="text-fg-3 tabular-nums">
                {choice.count === null ? "" : formatCount(choice.count)}
              </span>
            </Link>
          </li>
        ))}
        {shown.length === 0 && (
          <li className="px-3 py-3 text-13 text-fg-2">
            {t("No class of the schema has “{typed}” in its name.", { typed: typed.trim() })}
          </li>
        )}
      </ul>
    </>
  );
}
