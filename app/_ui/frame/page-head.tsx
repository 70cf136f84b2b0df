import { Fragment, type ReactNode } from "react";
import { DOT } from "#lib/core/language/dotted.ts";
import { PageActs } from "../acts/page-acts.tsx";
import { cx } from "../cx.ts";
import { wrapped } from "../wrapped.ts";

type Head = {
  title: string;
  badges?: ReactNode;
  /** The main facts, separated by middle dots, or by a space after a full stop. */
  facts?: readonly ReactNode[];
  actions?: ReactNode;
};

/** An ordinary page, with the page's width and its margins, and its head unless it has one of its own. */
export function Page({
  children,
  ...head
}: (Head | { [Part in keyof Head]?: never }) & { children: ReactNode }): ReactNode {
  return (
    <div className="page">
      {head.title !== undefined && <PageHead {...head} />}
      {children}
    </div>
  );
}

/** The head of a page: its one h1, badges, the main facts in one line, and the actions at the right. */
export function PageHead({ title, badges, facts, actions }: Head): ReactNode {
  return (
    <div className="mb-5 flex flex-wrap items-start gap-4">
      <div className="min-w-0 flex-[1_1_18rem]">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h1>{wrapped(title)}</h1>
          {badges}
        </div>
        {facts !== undefined && (
          <p className="sub">
            {facts.map((fact, index) => (
              <Fragment key={index}>
                {index > 0 && <Between before={facts[index - 1]} />}
                {wrapped(fact)}
              </Fragment>
            ))}
          </p>
        )}
      </div>
      {actions !== undefined && (
        <div className="flex gap-2 max-sm:w-full max-sm:flex-wrap max-sm:[&>*]:flex-1">
          <PageActs>{actions}</PageActs>
        </div>
      )}
    </div>
  );
}

/** A dot between two facts; a fact that is a sentence has its full stop. */
function Between({ before }: { before: ReactNode }): ReactNode {
  if (typeof before === "string" && before.endsWith(".")) return " ";
  return <span className="text-fg-3">{DOT}</span>;
}

/** A main column and a side of 340 px (`slim`: 256 px); below 1081 px one column, with the side at the end. */
export function MainSide({
  side,
  sideLabel,
  slim = false,
  children,
}: {
  side: ReactNode;
  sideLabel: string;
  slim?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={cx("main-side", slim && "slimside")}>
      <div className="grid min-w-0 gap-3">{children}</div>
      <aside aria-label={sideLabel} className="grid min-w-0 gap-6">
        {side}
      </aside>
    </div>
  );
}
