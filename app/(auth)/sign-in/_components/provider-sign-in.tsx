import type { ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { refusalWords } from "./provider-words.ts";

/**
 * Sign-in with the identity provider, above the one with a password. An ordinary link: it works without script, and nothing calls the
 * provider before it is followed.
 */
export function ProviderSignIn({
  label,
  next,
  refused,
  left,
}: {
  label: string;
  next: string;
  refused: string | string[] | undefined;
  left: boolean;
}): ReactNode {
  const reason = refusalWords(refused, label);
  return (
    <div className="grid gap-4">
      {reason !== null && (
        <Note tone="bad" live title={t("You are not signed in.")}>
          {reason}
        </Note>
      )}
      {left && (
        <Note tone="ok" title={t("You are signed out of Portico.")}>
          {rich("{label} may still know this browser. <leave>Sign out there too</leave>", {
            label,
            leave: (inner) => (
              <a className="link" href="/sign-in/oidc/leave">
                {inner}
              </a>
            ),
          })}
        </Note>
      )}
      <Button asChild size="lg" block>
        <a href={`/sign-in/oidc${next === "/" ? "" : `?next=${encodeURIComponent(next)}`}`}>
          {t("Sign in with {label}", { label })}
        </a>
      </Button>
      <p className="flex items-center gap-3 text-12 text-fg-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("or with a password")}
      </p>
    </div>
  );
}
