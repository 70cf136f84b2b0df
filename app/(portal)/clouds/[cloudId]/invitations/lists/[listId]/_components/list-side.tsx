import type { ReactNode } from "react";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { t } from "#lib/core/texts.ts";
import type { ListView } from "#lib/features/invitations/lists/queries.ts";

/** What the people of a list will be able to do, shown before an email is sent, and where the list comes from. */
export function ListSide({
  list,
  connectionName,
  changeRole,
}: {
  list: ListView;
  connectionName: string;
  /** Only while nothing was sent, and with the permission. */
  changeRole: ReactNode;
}): ReactNode {
  const { lines, actorName: name, createdAt } = list;
  const origin = { lines, name, when: <RelativeTime at={createdAt.toISOString()} /> };
  return (
    <>
      {list.role === 50 ? (
        <Note title={t("Invited people become users.")} action={changeRole}>
          {t(
            "Portico asks the service for role 50 (user). Users can open the Cloud and everything in it. A service without roles makes everybody an administrator.",
          )}
        </Note>
      ) : (
        <Note tone="warn" title={t("Invited people become administrators.")} action={changeRole}>
          {list.role === null
            ? t(
                "Unless set up otherwise, {connectionName} lets every invited person change, invite and delete in this Cloud.",
                { connectionName },
              )
            : t("Administrators can change, invite and delete in this Cloud.")}
        </Note>
      )}
      <div className="grid gap-1">
        <span className="text-13 font-medium">{t("The link leads to")}</span>
        <Mono>{list.landing}</Mono>
        <span>
          <State tone="ok">{t("The platform address of this connection")}</State>
        </span>
      </div>
      <p className="text-13 text-fg-2">
        {t("Invited people see every project and model of the Cloud, including later ones.")}
      </p>
      <p className="text-13 text-fg-3">
        {list.fileName === null
          ? rich("Pasted, {lines, plural, one {# line} other {# lines}}, by {name}, {when}.", origin)
          : rich("From {fileName}, {lines, plural, one {# line} other {# lines}}, by {name}, {when}.", {
              ...origin,
              fileName: list.fileName,
            })}
      </p>
    </>
  );
}
