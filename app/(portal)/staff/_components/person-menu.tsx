"use client";
import type { ReactNode } from "react";
import { ActMenu, type MenuAct } from "#app/_ui/forms/act-menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import type { StaffView } from "#lib/features/staff/queries.ts";
import { roleOptions, type Role } from "#lib/features/staff/schema.ts";
import {
  changeRoleAction,
  disableStaffAction,
  disconnectAction,
  enableStaffAction,
  removeTheirSecondFactorAction,
  sendPasswordLinkAction,
} from "../actions.ts";

/** What an administrator may do to a colleague's account; each action asks for confirmation. */
export function PersonMenu({ person }: { person: StaffView }): ReactNode {
  const { name, isLastAdministrator, signsIn } = person;
  const acts = actsOn(person);
  const isLive = person.disabledAt === null;
  return (
    <ActMenu
      label={t("Actions for {name}", { name })}
      footless
      acts={[
        isLastAdministrator ? t("The last administrator keeps this role") : acts.changeRole,
        isLive && signsIn !== "provider" && acts.sendLink,
        signsIn === "provider" && acts.disconnect,
        person.secondFactor === "on" && acts.removeFactor,
        isLive && !isLastAdministrator && acts.disable,
        !isLive && acts.enable,
      ]}
    />
  );
}

const ENABLED: Record<Role, () => string> = {
  VIEWER: () => t("The person can sign in as viewer again, with the same password."),
  OPERATOR: () => t("The person can sign in as operator again, with the same password."),
  ADMINISTRATOR: () => t("The person can sign in as administrator again, with the same password."),
};

function actsOn({ id, name, email, role, liveSessions, liveTokens }: StaffView) {
  const fields = { staffId: id };
  const whatEnds = t(
    "{liveSessions, plural, =0 {No session} one {One session} other {{liveSessions} sessions}} and {liveTokens, plural, =0 {no access token} one {one access token} other {{liveTokens} access tokens}} of this account end at once. Pending staff invitations from this person are withdrawn.",
    { liveSessions, liveTokens },
  );
  return {
    changeRole: {
      label: t("Change role"),
      action: changeRoleAction,
      fields,
      title: t("Role of {name}", { name }),
      description: t("{whatEnds} The person signs in again with the new role.", { whatEnds }),
      refusal: t("The role was not changed."),
      pendingText: t("Changing the role"),
      children: (
        <RadioCards legend={t("Role")} legendHidden name="role" defaultValue={role} options={roleOptions()} />
      ),
    },
    sendLink: {
      label: t("Send a password link"),
      action: sendPasswordLinkAction,
      fields,
      title: t("Send {name} a password link", { name }),
      description: t(
        "Portico emails {email} a link to set a new password. The link works once, within 24 hours. The current password works until then. Setting a new one ends sessions and access tokens.",
        { email },
      ),
      refusal: t("No email was sent."),
      button: t("Send link"),
      pendingText: t("Sending"),
      done: () => (
        <Note tone="ok" live title={t("The email is being sent.")}>
          {t("Earlier links no longer work.")}
        </Note>
      ),
    },
    disconnect: {
      label: t("Disconnect from the provider"),
      action: disconnectAction,
      fields,
      title: t("Disconnect {name} from the identity provider", { name }),
      description: t(
        "For somebody with a new identity at the provider, or who needs a password here. {whatEnds} The next sign-in at the provider with the verified address {email} connects the account again. A password link opens it too.",
        { whatEnds, email },
      ),
      refusal: t("The account was not changed."),
      button: t("Disconnect"),
      pendingText: t("Disconnecting"),
    },
    removeFactor: {
      label: t("Remove second factor"),
      action: removeTheirSecondFactorAction,
      fields,
      title: t("Remove the second factor of {name}", { name }),
      description: t(
        "For somebody who lost the phone and the recovery codes. After that, the password alone opens the account. Its sessions and access tokens end. Make sure that this person really asked you.",
      ),
      refusal: t("The second factor is still on."),
      pendingText: t("Removing"),
    },
    disable: {
      label: t("Disable account"),
      danger: true,
      action: disableStaffAction,
      fields,
      title: t("Disable {name}", { name }),
      description: t("{whatEnds} Open forms are refused. Everything the person created stays.", { whatEnds }),
      refusal: t("The account was not changed."),
      pendingText: t("Disabling"),
    },
    enable: {
      label: t("Enable account"),
      action: enableStaffAction,
      fields,
      title: t("Enable {name}", { name }),
      description: ENABLED[role](),
      refusal: t("The account was not changed."),
      pendingText: t("Enabling"),
    },
  } satisfies Record<string, MenuAct>;
}
