import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Mark } from "./brand.tsx";
import { Colonnade } from "./colonnade.tsx";
import { LanguageToggle } from "./language.tsx";
import { SkipLink } from "./skip-link.tsx";

/** Sign-in and first run: the drawing left, the form right; only the form on small screens. Strangers must not learn the version. */
export function AuthFrame({
  title,
  lead,
  foot,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Small print below the form. */
  foot?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <SkipLink />
      <div className="grid min-h-dvh sm:grid-cols-2">
        <div
          aria-hidden
          className="flex flex-col border-r border-line bg-surface-2 px-10 py-8 text-fg-2 max-sm:hidden"
        >
          <div className="brand h-6 px-0">
            <Mark />
            <span>Portico</span>
          </div>
          <Colonnade />
          <p className="text-12 text-fg-3">{t("Clouds, models and people of your application")}</p>
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="relative flex flex-col items-center px-(--page-x) py-8 sm:justify-center max-sm:pt-6"
        >
          <div className="absolute top-3 right-3">
            <LanguageToggle />
          </div>
          <div className="grid w-full gap-6 sm:max-w-[344px]">
            <div className="grid gap-2">
              <div aria-hidden className="brand mb-6 h-6 px-0 sm:hidden">
                <Mark />
                <span>Portico</span>
              </div>
              <h1 className="text-28 tracking-[-.02em]">{title}</h1>
              {lead !== undefined && <p className="text-fg-2">{lead}</p>}
            </div>
            {children}
            {foot !== undefined && <p className="text-12 text-fg-3">{foot}</p>}
          </div>
        </main>
      </div>
    </>
  );
}
