import { Children, createElement, type ReactNode } from "react";
import { marked } from "./marked.ts";

/**
 * After "@", "_", "/" and a dot inside of a long word, and before a capital of a long IFC name: of an address, a file's name, a property
 * set, "IfcPlaneAngle|Measure". Never inside of a number.
 */
const OPENING =
  /(?<=\S{2}[@_/])(?=[\p{L}\p{N}]\S)|(?<=\S{2}\.)(?=\p{L}\S)|(?<=\bIfc[A-Za-z]{6,})(?=[A-Z][a-z]{3})/u;

/**
 * What a component was given to show, marked, and with places where a line may end: a long address breaks at its parts, and only a part
 * that is wider than its line breaks anywhere. Copied text does not contain them.
 */
export function wrapped(given: ReactNode): ReactNode {
  const shown = marked(given);
  if (typeof shown === "string") return withOpenings(shown);
  // Only where it is needed: children that went through Children.map have other keys.
  if (!Array.isArray(shown) || !shown.some((one) => typeof one === "string" && OPENING.test(one)))
    return shown;
  return Children.map(shown as ReactNode[], (one) => (typeof one === "string" ? withOpenings(one) : one));
}

function withOpenings(text: string): ReactNode {
  const parts = text.split(OPENING);
  if (parts.length === 1) return text;
  // One element: in a flexible box each part would be an item of its own.
  return createElement(
    "span",
    null,
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [createElement("wbr"), part])),
  );
}
