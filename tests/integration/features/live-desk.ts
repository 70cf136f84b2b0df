/** Shared by the tests of live addresses: views saved, and their files asked for by a program with a token. */
import type { Actor } from "#lib/auth/actor.ts";
import type { TokenActor } from "#lib/auth/personal-token.ts";
import { newId } from "#lib/core/ids.ts";
import { createToken } from "#lib/features/tokens/commands.ts";
import { createView } from "#lib/features/views/commands.ts";
import { viewContentSchema, type ViewContent } from "#lib/features/views/content.ts";
import { openLive, type LiveFile, type LiveRequest } from "#lib/features/views/live.ts";
import { findTokenActor } from "#tests/support/token-actor.ts";
import type { ElementPortal } from "./element-portal.ts";

/** A program with a new personal token of this person. */
export async function tokenOf(actor: Actor, scope: string): Promise<TokenActor> {
  const { token } = await createToken(actor, { name: "Test", scope, days: 7 });
  const found = await findTokenActor(token);
  if (found === null) throw new Error("the new token is not good");
  return found;
}

/** Of this model, where a request does not name another one. */
export async function useLiveDesk({ staff, projectId }: ElementPortal, modelId: number) {
  const reader = await tokenOf(staff, "reading");
  return {
    /** A view of the doors, or of what `content` says instead. */
    save: async (content: Partial<ViewContent>): Promise<string> => {
      const whole = viewContentSchema.parse({ ifcClasses: ["IfcDoor"], ...content });
      return (await createView(staff, { name: newId(), isShared: false, content: whole })).id;
    },

    /** A program's request for the CSV of a live address, or for what `more` says instead. */
    open: (viewId: string, more: Partial<LiveRequest> = {}, program = reader): Promise<LiveFile> =>
      openLive(program, {
        viewId,
        projectId,
        modelId,
        version: "fixed",
        format: "csv",
        acceptEncoding: null,
        ifMatch: null,
        ifNoneMatch: null,
        withBody: true,
        signal: new AbortController().signal,
        ...more,
      }),
  };
}

export const bytesOf = (live: LiveFile): Promise<ArrayBuffer> =>
  new Response(live.body?.stream ?? null).arrayBuffer();

export const textOf = (live: LiveFile | undefined): Promise<string> =>
  new Response(live?.body?.stream ?? null).text();
