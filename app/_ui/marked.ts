import { Children, type ReactNode } from "react";
import { visible } from "#lib/core/texts.ts";

/**
 * What a component was given to show, with marks where a text would turn the reading direction. The design system's components ask it for
 * what they are given; a page that writes a name into an element of its own asks it, too (a lint rule says where).
 */
export function marked(given: string): string;
export function marked(given: string | undefined): string | undefined;
export function marked(given: ReactNode): ReactNode;
export function marked(given: ReactNode): ReactNode {
  if (typeof given === "string") return visible(given);
  // Only where it is needed: children that went through Children.map have other keys.
  if (!Array.isArray(given) || !given.some((one) => typeof one === "string" && visible(one) !== one))
    return given;
  return Children.map(given as ReactNode[], (one) => (typeof one === "string" ? visible(one) : one));
}
