"use client";
import { Ellipsis } from "lucide-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Menu, MenuItem } from "#app/_ui/primitives/menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { AskDialog } from "#app/(portal)/_components/ask-dialog.tsx";
import { removePersonFactorAction, sendPersonLinkAction } from "../actions.ts";

type Person = { id: number; name: string; email: string; hasSecondFactor: boolean };
type Props = { person: Person; returnFocusTo: string; onClose: () => void };

/** Restores access for a person who is locked out; each action asks for confirmation. */
export function PersonActions({ person }: { person: Person }): ReactNode {
  const [asked, setAsked] = useState<"link" | "factor" | null>(null);
  const returnFocusTo = `person-${String(person.id)}`;
  const dialog = { person, returnFocusTo, onClose: () => setAsked(null) };
  return (
    <>
      <Menu
        trigger={
          <Button
            id={returnFocusTo}
            variant="ghost"
            size="sm"
            square
            aria-label={t("Actions for {name}", { name: person.name })}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsked("link")}>{t("Send a password link")}</MenuItem>
        {person.hasSecondFactor && (
          <MenuItem onSelect={() => setAsked("factor")}>{t("Remove second factor")}</MenuItem>
        )}
      </Menu>
      {asked === "link" && <SendLink {...dialog} />}
      {asked === "factor" && <RemoveFactor {...dialog} />}
    </>
  );
}

function SendLink(props: Props): ReactNode {
  const { name, email } = props.person;
  const form = useActionForm(sendPersonLinkAction);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Send {name} a password link", { name })}
      description={t(
        "Portico emails {email} a link to set a new password. The link works once, within 24 hours. The current password works until then.",
        { email },
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

function RemoveFactor(props: Props): ReactNode {
  const form = useActionForm(removePersonFactorAction, props.onClose);
  return (
    <Ask
      {...props}
      form={form}
      title={t("Remove the second factor of {name}", { name: props.person.name })}
      description={t(
        "For somebody who lost the phone and the recovery codes. After that, the password alone opens the account. Make sure that this person really asked you.",
      )}
      refusal={t("The second factor is still on.")}
      button={t("Remove second factor")}
      pendingText={t("Removing")}
    />
  );
}

function Ask({ person, ...rest }: Props & Omit<ComponentProps<typeof AskDialog>, "fields">): ReactNode {
  return <AskDialog fields={{ id: String(person.id) }} {...rest} />;
}
