import { Children, createElement, Fragment, type ReactNode } from "react";
import { currentLanguage, messageOf } from "#lib/core/texts.ts";
import { wrapped } from "./wrapped.ts";

type Piece = string | number | ReactNode | ((inner: ReactNode) => ReactNode);

/**
 * A text with elements inside, in the current language: rich("Open <link>the list</link>, {name}.", { link: (inner) => <Link
 * …>{inner}</Link>, name }). `text` is an English literal. Content between tags is passed to the function as nodes; a value may be a node,
 * too. Words between `<sr>` and `</sr>` are for screen readers alone.
 */
export function rich(text: string, values: Readonly<Record<string, Piece>> = {}): ReactNode {
  const filled = Object.fromEntries(
    Object.entries({ sr: forScreenReaders, ...values }).map(([name, value]) => [
      name,
      typeof value === "function" ? (inner: ReactNode[]) => value(keyed(inner)) : value,
    ]),
  );
  const pieces = messageOf(currentLanguage(), text, true).format<ReactNode>(filled);
  return keyed(Array.isArray(pieces) ? pieces : [pieces]);
}

function forScreenReaders(inner: ReactNode): ReactNode {
  return <span className="sr-only">{inner}</span>;
}

/** Children of a sentence have no keys of their own: the message fixes their order. */
function keyed(pieces: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...Children.toArray(wrapped([...pieces])));
}
