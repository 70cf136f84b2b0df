import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import type { PickItem } from "#app/_ui/primitives/pick-list.tsx";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import type { PropertyName } from "#lib/elements/query/address/named-column.ts";
import { isRelationColumn, relationWord } from "#lib/elements/relations/relation-columns.ts";
import type { FoundElement, FoundProperty, Looked } from "#lib/features/places/contents/schema.ts";

type ContentItem = PickItem & { href: string };

/** An element as find-or-do shows it: its name, its class and where it is. */
export function toElementItem(
  { globalId, name, ifcClass, model, where, href }: FoundElement,
  icon: ReactNode,
): ContentItem {
  return {
    id: `element-${href}`,
    label: name === "" ? globalId : name,
    detail: dotted(ifcClass, model, where),
    href,
    icon,
  };
}

/** A model that has a property: its name, how full it is in the class that has most of it, and where that is. */
export function toPropertyItem(found: FoundProperty, icon: ReactNode): ContentItem {
  const { name, ifcClass, moreClasses, rows, filled, model, where, href } = found;
  const classes =
    moreClasses === 0
      ? ifcClass
      : t("{ifcClass} and {count, plural, one {# more class} other {# more classes}}", {
          ifcClass,
          count: moreClasses,
        });
  const fill = t("{filled} of {rows} filled", { filled: formatCount(filled), rows: formatCount(rows) });
  return {
    id: `property-${href}`,
    label: propertyWords(name),
    detail: dotted(model, classes, fill, where),
    href,
    icon,
  };
}

/** "Pset_DoorCommon: FireRating"; the second set or property of a name says so. */
function propertyWords({ set, setInstance = 1, property, propertyInstance = 1 }: PropertyName): string {
  const second = (name: string, instance: number): string =>
    instance === 1 ? name : `${name} (${String(instance)})`;
  if (set === undefined) return second(property, propertyInstance);
  if (isRelationColumn({ origin: "set", set, setInstance }))
    return `${t("Relations")}: ${relationWord(property)}`;
  return `${second(set, setInstance)}: ${second(property, propertyInstance)}`;
}

/** How far elements or properties were searched: only what Portico has read can be. */
export function lookedWords({ models, classes, left, unread }: Looked): string {
  const words = [
    t("Searched what Portico has read: {what}.", {
      what: t(
        "{classes, plural, one {# class} other {# classes}} of {models, plural, one {# model} other {# models}}",
        {
          classes,
          models,
        },
      ),
    }),
  ];
  if (left > 0)
    words.push(
      t(
        "{count, plural, one {# class was not searched; open its table to search it.} other {# classes were not searched; open their tables to search them.}}",
        { count: left },
      ),
    );
  if (unread > 0)
    words.push(
      t(
        "{count, plural, one {# model is not read yet; open its elements to read it.} other {# models are not read yet; open their elements to read them.}}",
        { count: unread },
      ),
    );
  return words.join(" ");
}
