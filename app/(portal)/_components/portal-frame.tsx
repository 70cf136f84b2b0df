import type { ReactNode } from "react";
import { findActor, getPageFacts } from "#app/_server/page.ts";
import { DeskFrame, type FrameProps } from "./desk/desk-frame.tsx";

/**
 * The frame of every staff page: rail with counts, breadcrumb, the world one is in, the person.
 * `connection` is the one of the page's cloud; pages without one are over all connections. Where there are several, the breadcrumb begins
 * with a switcher between them, unless the page brings one of its own. While a page is loading, no service is claimed: it may be of one.
 */
export async function PortalFrame({ connection, ...rest }: FrameProps): Promise<ReactNode> {
  // The page itself leads to the sign-in and back; a frame that did would not know where back is.
  if ((await findActor()) === null) return null;
  // Its other columns are not for the browser.
  const here = connection && { id: connection.id, name: connection.name, kind: connection.kind };
  const facts = rest.isLoading === true ? undefined : await getPageFacts();
  return <DeskFrame {...rest} connection={here} facts={facts} />;
}
