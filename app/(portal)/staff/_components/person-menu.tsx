"use client";
import { Ellipsis } from "lucide-react";
import { useState, type ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm, type ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Menu, MenuItem, MenuLabel } from "#app/_ui/primitives/menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { ROLES, ROLE_WORDS, type StaffView } from "#lib/features/staff/schema.ts";
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
          <Button id={triggerId} variant="ghost" size="sm" square aria-label={`Actions for ${person.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {person.isLastAdministrator ? (
          <MenuLabel>The last administrator stays one</MenuLabel>
        ) : (
          <MenuItem onSelect={() => setAsked("role")}>Change role</MenuItem>
        )}
        {isLive && person.signsIn !== "provider" && (
          <MenuItem onSelect={() => setAsked("link")}>Send a password link</MenuItem>
        )}
        {person.signsIn === "provider" && (
          <MenuItem onSelect={() => setAsked("disconnect")}>Disconnect from the provider</MenuItem>
        )}
        {person.secondFactor === "on" && (
          <MenuItem onSelect={() => setAsked("factor")}>Remove second factor</MenuItem>
        )}
        {isLive && !person.isLastAdministrator && (
          <MenuItem danger onSelect={() => setAsked("disable")}>
            Disable account
          </MenuItem>
        )}
        {!isLive && <MenuItem onSelect={() => setAsked("enable")}>Enable account</MenuItem>}
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
  const sessions = liveSessions === 1 ? "one session" : `${String(liveSessions)} sessions`;
  const tokens = liveTokens === 1 ? "one access token" : `${String(liveTokens)} access tokens`;
  return `${sessions} and ${tokens} of this account end at once, and staff invitations that this person sent and nobody answered.`;
}

function Ask({
  person,
  returnFocusTo,
  onClose,
  form,
  title,
  description,
  refusal,
  button,
  pendingText,
  children,
}: Props & {
  form: ActionForm<unknown>;
  title: string;
  description: string;
  /** What is still so when it was refused. */
  refusal: string;
  button: string;
  pendingText: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <Dialog
      title={title}
      description={description}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      held={form.pending}
      returnFocusTo={returnFocusTo}
    >
      <form className="grid gap-4" {...form.formProps}>
        <FormErrorSummary result={form.result} title={refusal} />
        <input type="hidden" name="staffId" value={person.id} />
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pending={form.pending} pendingText={pendingText}>
            {button}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

function ChangeRole(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(changeRoleAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={`Role of ${person.name}`}
      description={`With another role ${whatEnds(person)} The person signs in again.`}
      refusal="The role is as it was."
      button="Change role"
      pendingText="Changing the role"
    >
      <RadioCards
        legend="Role"
        legendHidden
        name="role"
        defaultValue={person.role}
        options={ROLES.map((role) => ({ value: role, ...ROLE_WORDS[role] }))}
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
      title={`Disable ${person.name}`}
      description={`${whatEnds(person)} Forms that are open are refused. What the person made stays.`}
      refusal="The account is as it was."
      button="Disable account"
      pendingText="Disabling"
    />
  );
}

function Enable(props: Props): ReactNode {
  const { person, onClose } = props;
  const form = useActionForm(enableStaffAction, onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={`Enable ${person.name}`}
      description={`The person signs in as ${ROLE_WORDS[person.role].label.toLowerCase()} again, with the password of before.`}
      refusal="The account is as it was."
      button="Enable account"
      pendingText="Enabling"
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
      title={`Remove the second factor of ${person.name}`}
      description="For somebody who lost the phone and the recovery codes: then the password alone opens the account, until another is set up. Make sure that it is this person who asks."
      refusal="It is still on."
      button="Remove second factor"
      pendingText="Removing"
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
      title={`Disconnect ${person.name} from the identity provider`}
      description={`For somebody whom the provider knows under a new identity, or who shall have a password here. ${whatEnds(person)} The next sign-in at the provider with the verified address ${person.email} connects it again; so does a password link.`}
      refusal="The account is as it was."
      button="Disconnect"
      pendingText="Disconnecting"
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
      title={`Send ${person.name} a password link`}
      description={`A mail goes to ${person.email}. Its link sets a new password once, within 24 hours; the present one works until then.`}
      refusal="No mail was sent."
      button="Send link"
      pendingText="Sending"
    >
      {form.result?.ok === true && (
        <Note tone="ok" live title="The mail is on its way.">
          An earlier link does not work any more.
        </Note>
      )}
    </Ask>
  );
}
