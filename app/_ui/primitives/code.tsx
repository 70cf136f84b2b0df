import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";
import { CopyButton } from "./copy-button.tsx";

/** A request, a sample or a message of the service, verbatim, with a button that copies it. */
export function Code({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <figure className="min-w-0 overflow-hidden rounded-2 border border-line-strong bg-surface-2">
      <figcaption className="flex min-h-[2.125rem] items-center gap-2 border-b border-line pr-1 pl-3 text-12 text-fg-2">
        <span className="min-w-0 flex-1 truncate">{marked(title)}</span>
        <CopyButton text={text} label={t("Copy {title}", { title })} />
      </figcaption>
      <pre className="px-3 py-2.5 text-12 leading-[18px] [overflow-wrap:anywhere] whitespace-pre-wrap">
        {wrapped(text)}
      </pre>
    </figure>
  );
}

/** An id, a hash, a path or an address in running text: it may break anywhere instead of widening the page. */
export function Mono({ children }: { children: ReactNode }): ReactNode {
  return <span className="font-mono text-[.93em] [overflow-wrap:anywhere]">{wrapped(children)}</span>;
}
