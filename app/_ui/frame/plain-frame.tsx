import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import { SkipLink } from "./skip-link.tsx";
import { marked } from "../marked.ts";

/** The frame of an invited person's platform: a topbar and one narrow page, no rail. */
export function PlainFrame({
  name,
  home,
  person,
  children,
}: {
  /** Whose platform this is, in small print beside the brand. */
  name: string;
  home: string;
  person: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <SkipLink />
      <div className="plain">
        <header className="topbar">
          <Brand href={home} />
          <span className="min-w-0 flex-1 truncate text-right text-13 text-fg-2">{marked(name)}</span>
          {person}
        </header>
        <main id="main" tabIndex={-1}>
          <div className="page">{children}</div>
        </main>
      </div>
    </>
  );
}
