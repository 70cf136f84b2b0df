"use client";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { ClassStrip } from "#app/_ui/data-table/grid-page.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";
import { classHref } from "./class-href.ts";
import { ClassPicker } from "./class-picker.tsx";
import { Facts, type FactsOf } from "./facts.tsx";

const STRIP_CLASSES_MAX = 7;

/** Which classes are shown; opens the choice of others. */
export function ClassTitle(facts: FactsOf): ReactNode {
  const { path, choices, classes } = facts;
  const title =
    classes.length > 1
      ? t("{count, plural, one {# class} other {# classes}}", { count: classes.length })
      : capitalised(classesNoun(classes, 2));
  return (
    <>
      <h1 className="text-16">
        <ClassPicker
          path={path}
          choices={choices}
          current={classes}
          trigger={
            <Button aria-label={t("{title}: choose a class", { title })}>
              <span className="text-14 font-semibold">{marked(title)}</span>
              <ChevronDown aria-hidden />
            </Button>
          }
        />
      </h1>
      <Facts {...facts} className="max-md:hidden" />
    </>
  );
}

/** The classes with most elements, and those that are shown. */
export function LargestClasses({
  path,
  choices,
  classes,
}: Pick<FactsOf, "path" | "choices" | "classes">): ReactNode {
  const { counted } = choices;
  if (counted === null || counted.length === 0) return null;
  const largest = counted.slice(0, STRIP_CLASSES_MAX);
  const current = counted.filter((entry) => classes.includes(entry.ifcClass));
  const beyond = current.filter((entry) => !largest.includes(entry));
  const shown = [...largest.slice(0, Math.max(0, STRIP_CLASSES_MAX - beyond.length)), ...beyond].slice(
    0,
    STRIP_CLASSES_MAX,
  );
  const others = counted.length - shown.length;
  return (
    <ClassStrip
      label={t("Classes in this model")}
      items={shown.map((entry) => ({
        label: entry.ifcClass,
        href: classHref(path, [entry.ifcClass]),
        count: entry.count,
        current: classes.includes(entry.ifcClass),
      }))}
      more={
        <ClassPicker
          path={path}
          choices={choices}
          current={classes}
          trigger={
            <Button size="sm" variant="ghost">
              {others > 0 ? t("{count} more", { count: formatCount(others) }) : t("All classes")}
              <ChevronDown aria-hidden className="size-3" />
            </Button>
          }
        />
      }
    />
  );
}

function capitalised(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
