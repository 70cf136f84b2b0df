import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { t } from "#lib/core/texts.ts";

/** Replaces these pages while the built-in service is switched off. */
export function EmbeddedOff(): ReactNode {
  return (
    <Page title={t("Applications")}>
      <Blank icon={<KeyRound aria-hidden />} title={t("The built-in service is off")}>
        {t(
          "While PORTICO_EMBEDDED is off, its applications cannot use it. Applications of another service are registered with its operator. To use the built-in service, set PORTICO_EMBEDDED=on and restart Portico. Registered applications are kept.",
        )}
      </Blank>
    </Page>
  );
}
