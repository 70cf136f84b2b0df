import type { ReactNode } from "react";
import { LinkButton } from "../primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** A whole page for an address without one; `children` names where its button leads. */
export function NoPage({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <main id="main" className="page grid justify-items-start gap-3">
      <h1>{t("There is no page at this address")}</h1>
      <p className="sub">
        {t(
          "The page may have been removed, the address may be mistyped, or you may not be allowed to see it. Nothing was changed.",
        )}
      </p>
      <LinkButton href={href}>{children}</LinkButton>
    </main>
  );
}
