/**
 * What find-or-do finds inside models: elements by GlobalId, and models by the names of their properties. Shapes only; read by the
 * browser too.
 */
import type { PropertyName } from "#lib/elements/query/address/named-column.ts";

/** A model that has what was typed, and the class it has it in. */
type InModel = {
  model: string;
  /** "Cloud › Project" */
  where: string;
  ifcClass: string;
  href: string;
};

export type FoundElement = InModel & {
  globalId: string;
  /** Empty where it has none. */
  name: string;
};

export type FoundProperty = InModel & {
  name: PropertyName;
  /** Other classes of that model that have it. */
  moreClasses: number;
  /** Of the class: its elements, and those with a value. */
  rows: number;
  filled: number;
};

/** How far a search went: Portico searches what it has read, class by class, and reads nothing for it. */
export type Looked = {
  /** Newest versions of models of which classes were searched. */
  models: number;
  classes: number;
  /** Classes that were read and not searched: too many, too large, or not in time. */
  left: number;
  /** Newest versions of models of which nothing was read. */
  unread: number;
};

export type ContentsFound = {
  elements: FoundElement[];
  properties: FoundProperty[];
  /** All that fit, of which `properties` are the first. */
  propertiesTotal: number;
  /** Null: what was typed can be neither. */
  looked: Looked | null;
};

/** The form of a GlobalId: 128 bits as 22 digits of base 64. */
export const GLOBAL_ID = /^[0-9A-Za-z_$]{22}$/;
