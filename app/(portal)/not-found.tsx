import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { PortalFrame } from "./_components/portal-frame.tsx";

export const metadata: Metadata = { title: "Not here" };

/** What was asked for on a staff page is not there: said inside the frame, so that one can go on. */
export default function NotFound(): ReactNode {
  return (
    <PortalFrame crumbs={[{ label: "Not here" }]}>
      <Page>
        <PageHead
          title="Nothing is at this address"
          facts={[
            "It may have been removed, the address may be mistyped, or it is not yours to see. Nothing was changed.",
          ]}
        />
        <LinkButton href="/">Go to the overview</LinkButton>
      </Page>
    </PortalFrame>
  );
}
