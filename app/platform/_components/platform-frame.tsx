import type { ReactNode } from "react";
import { PlainFrame } from "#app/_ui/frame/plain-frame.tsx";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import { PlatformPerson } from "./platform-person.tsx";

/** The frame of the invited person's pages: always the built-in service, no rail. */
export function PlatformFrame({
  user,
  children,
}: {
  user: PlatformUser | null;
  children: ReactNode;
}): ReactNode {
  return (
    <PlainFrame
      world="builtin"
      home="/platform"
      {...(user === null
        ? {}
        : { person: <PlatformPerson name={`${user.firstname} ${user.lastname}`} email={user.email} /> })}
    >
      {children}
    </PlainFrame>
  );
}
