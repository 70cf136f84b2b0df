import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { t } from "#lib/core/texts.ts";

/** Instead of any page of the registry while the built-in service is switched off. */
export function EmbeddedOff(): ReactNode {
  return (
    <Page>
      <PageHead title={t("Applications")} />
      <Blank icon={<KeyRound aria-hidden />} title={t("The built-in service is off")}>
        {t(
          "Its applications can use nothing while PORTICO_EMBEDDED is off. Applications of another service are registered with its operator. To use the built-in one, set PORTICO_EMBEDDED=on and start Portico again; what was registered is still there.",
        )}
      </Blank>
    </Page>
  );
}
