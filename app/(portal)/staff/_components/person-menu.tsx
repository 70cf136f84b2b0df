"use client";
import { Ellipsis } from "lucide-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#app/_ui/primitives/menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import { roleOptions, type Role } from "#lib/features/staff/schema.ts";
import type { StaffView } from "#lib/features/staff/queries.ts";
import { AskDialog } from "../../_components/ask-dialog.tsx";
import {
  changeRoleAction,
  disableStaffAction,
  disconnectAction,
  enableStaffAction,
  removeTheirSecondFactorAction,
  sendPasswordLinkAction,
} from "../actions.ts";

type Asked = "role" | "link" | "factor" | "disconnect" | "disable" | "enable";

/** What an administrator may do to a colleague's account; each action asks for confirmation. */
export function PersonMenu({ person }: { person: StaffView }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const triggerId = `actions-${person.id}`;
  const dialog = { person, returnFocusTo: triggerId, onClose: () => setAsked(null) };
  const isLive = person.disabledAt === null;
  return (
    <>
      <Menu
        trigger={
          <Button
            id={triggerId}
            variant="ghost"
            size="sm"
            square
            aria-label={t("Actions for {name}", { name: person.name })}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {person.isLastAdministrator ? (
          <MenuLabel>{t("The last administrator keeps this role")}</MenuLabel>
        ) : (
          <MenuItem onSelect={() => setAsked("role")}>{t("Change role")}</MenuItem>
        )}
        {isLive && person.signsIn !== "provider" && (
          <MenuItem onSelect={() => setAsked("link")}>{t("Send a password link")}</MenuItem>
        )}
        {person.signsIn === "provider" && (
          <MenuItem onSelect={() => setAsked("disconnect")}>{t("Disconnect from the provider")}</MenuItem>
        )}
        {person.secondFactor === "on" && (
          <MenuItem onSelect={() => setAsked("factor")}>{t("Remove second factor")}</MenuItem>
        )}
        {isLive && !person.isLastAdministrator && (
          <MenuItem danger onSelect={() => setAsked("disable")}>
            {t("Disable account")}
          </MenuItem>
        )}
        {!isLive && <MenuItem onSelect={() => setAsked("enable")}>{t("Enable account")}</MenuItem>}
      </Menu>
      {asked === "role" && <ChangeRole {...dialog} />}
      {asked === "link" && <SendLink {...dialog} />}
      {asked === "factor" && <RemoveFactor {...dialog} />}
      {asked === "disconnect" && <Disconnect {...dialog} />}
      {asked === "disable" && <Disable {...dialog} />}
      {asked === "enable" && <Enable {...dialog} />}
    </>
  );
}

type Props = { person: StaffView; returnFocusTo: string; onClose: () => void };

/** The words for what ends with a change. */
function whatEnds({ liveSessions, liveTokens }: StaffView): string {
  return t(
    "{liveSessions, plural, =0 {No session} one {One session} other {{liveSessions} sessions}} and {liveTokens, plural, =0 {no access token} one {one access token} other {{liveTokens} access tokens}} of this account end at once. Pending staff invitations from this person are withdrawn.",
    { liveSessions, liveTokens },
  );
}

function Ask({ person, ...rest }: Props & Omit<ComponentProps<typeof AskDialog>, "fields">): ReactNode {
  return <AskDialog fields={{ staffId: person.id }} {...rest} />;
}

function ChangeRole(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(changeRoleAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Role of {name}", { name: person.name })}
      description={t("{whatEnds} The person signs in again with the new role.", {
        whatEnds: whatEnds(person),
      })}
      refusal={t("The role was not changed.")}
      button={t("Change role")}
      pendingText={t("Changing the role")}
    >
      <RadioCards
        legend={t("Role")}
        legendHidden
        name="role"
        defaultValue={person.role}
        options={roleOptions()}
      />
    </Ask>
  );
}

function Disable(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(disableStaffAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Disable {name}", { name: person.name })}
      description={t("{whatEnds} Open forms are refused. Everything the person created stays.", {
        whatEnds: whatEnds(person),
      })}
      refusal={t("The account was not changed.")}
      button={t("Disable account")}
      pendingText={t("Disabling")}
    />
  );
}

const ENABLED: Record<Role, () => string> = {
  VIEWER: () => t("The person can sign in as viewer again, with the same password."),
  OPERATOR: () => t("The person can sign in as operator again, with the same password."),
  ADMINISTRATOR: () => t("The person can sign in as administrator again, with the same password."),
};

function Enable(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(enableStaffAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Enable {name}", { name: person.name })}
      description={ENABLED[person.role]()}
      refusal={t("The account was not changed.")}
      button={t("Enable account")}
      pendingText={t("Enabling")}
    />
  );
}

function RemoveFactor(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(removeTheirSecondFactorAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Remove the second factor of {name}", { name: person.name })}
      description={t(
        "For somebody who lost the phone and the recovery codes. After that, the password alone opens the account. Its sessions and access tokens end. Make sure that this person really asked you.",
      )}
      refusal={t("The second factor is still on.")}
      button={t("Remove second factor")}
      pendingText={t("Removing")}
    />
  );
}

function Disconnect(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(disconnectAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Disconnect {name} from the identity provider", { name: person.name })}
      description={t(
        "For somebody with a new identity at the provider, or who needs a password here. {whatEnds} The next sign-in at the provider with the verified address {email} connects the account again. A password link opens it too.",
        { whatEnds: whatEnds(person), email: person.email },
      )}
      refusal={t("The account was not changed.")}
      button={t("Disconnect")}
      pendingText={t("Disconnecting")}
    />
  );
}

function SendLink(props: Props): ReactNode {
  const { person } = props;
  const form = useActionForm(sendPasswordLinkAction);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Send {name} a password link", { name: person.name })}
      description={t(
        "Portico emails {email} a link to set a new password. The link works once, within 24 hours. The current password works until then. Setting a new one ends sessions and access tokens.",
        { email: person.email },
      )}
      refusal={t("No email was sent.")}
      button={t("Send link")}
      pendingText={t("Sending")}
    >
      {form.result?.ok === true && (
        <Note tone="ok" live title={t("The email is being sent.")}>
          {t("Earlier links no longer work.")}
        </Note>
      )}
    </Ask>
  );
}
