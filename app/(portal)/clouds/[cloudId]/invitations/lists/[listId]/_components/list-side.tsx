import type { ReactNode } from "react";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { ListView } from "#lib/features/invitations/runs/schema.ts";

/** What the people of a list will get, said before a mail goes out, and where the list comes from. */
export function ListSide({ list, connectionName }: { list: ListView; connectionName: string }): ReactNode {
  return (
    <>
      {list.role === 50 ? (
        <Note title="They become users.">
          {connectionName} is asked for role 50: they open the Cloud and what is in it. A service that does
          not know roles may make them administrators all the same.
        </Note>
      ) : (
        <Note tone="warn" title="They become administrators.">
          {list.role === null
            ? `Unless it is set up otherwise, ${connectionName} gives every invited person the right to change, invite and delete in this Cloud.`
            : "They may change, invite and delete in this Cloud."}
        </Note>
      )}
      <div className="grid gap-1">
        <span className="text-13 font-medium">They will land on</span>
        <Mono>{list.landing}</Mono>
        <span>
          <State tone="ok">The platform address of this connection</State>
        </span>
      </div>
      <p className="text-13 text-fg-2">
        They see every project and model of the Cloud, also what is added later.
      </p>
      <p className="text-13 text-fg-3">
        {list.fileName === null ? "Pasted" : `From ${list.fileName}`}, {list.lines}{" "}
        {list.lines === 1 ? "line" : "lines"}, by {list.actorName}, <RelativeTime at={list.createdAt} />.
      </p>
    </>
  );
}
