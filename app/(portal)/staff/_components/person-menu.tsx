"use client";
import { Ellipsis } from "lucide-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#app/_ui/primitives/menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import { roleOptions, type Role, type StaffView } from "#lib/features/staff/schema.ts";
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

/** What an administrator may do to the account of a colleague; each is asked once more. */
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
          <MenuLabel>{t("The last administrator stays one")}</MenuLabel>
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

/** The words of what ends with a change. */
function whatEnds({ liveSessions, liveTokens }: StaffView): string {
  return t(
    "{liveSessions, plural, one {one session} other {{liveSessions} sessions}} and {liveTokens, plural, one {one access token} other {{liveTokens} access tokens}} of this account end at once, and staff invitations that this person sent and nobody answered.",
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
      description={t("With another role {whatEnds} The person signs in again.", {
        whatEnds: whatEnds(person),
      })}
      refusal={t("The role is as it was.")}
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
      description={t("{whatEnds} Forms that are open are refused. What the person made stays.", {
        whatEnds: whatEnds(person),
      })}
      refusal={t("The account is as it was.")}
      button={t("Disable account")}
      pendingText={t("Disabling")}
    />
  );
}

const ENABLED: Record<Role, () => string> = {
  VIEWER: () => t("The person signs in as viewer again, with the password of before."),
  OPERATOR: () => t("The person signs in as operator again, with the password of before."),
  ADMINISTRATOR: () => t("The person signs in as administrator again, with the password of before."),
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
      refusal={t("The account is as it was.")}
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
        "For somebody who lost the phone and the recovery codes: then the password alone opens the account, until another is set up. Sessions and access tokens of the account end. Make sure that it is this person who asks.",
      )}
      refusal={t("It is still on.")}
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
        "For somebody whom the provider knows under a new identity, or who shall have a password here. {whatEnds} The next sign-in at the provider with the verified address {email} connects it again; so does a password link.",
        { whatEnds: whatEnds(person), email: person.email },
      )}
      refusal={t("The account is as it was.")}
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
        "A mail goes to {email}. Its link sets a new password once, within 24 hours; the present one works until then. Sessions and access tokens end with it.",
        { email: person.email },
      )}
      refusal={t("No mail was sent.")}
      button={t("Send link")}
      pendingText={t("Sending")}
    >
      {form.result?.ok === true && (
        <Note tone="ok" live title={t("The mail is on its way.")}>
          {t("An earlier link does not work any more.")}
        </Note>
      )}
    </Ask>
  );
}
