"use client";
import { MoreHorizontal, UserMinus, UserRound, UserRoundCog } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Menu, MenuItem } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";
import { changeRoleAction, removeMemberAction } from "./actions.ts";

type Member = {
  cloudId: string;
  cloudName: string;
  userId: number;
  /** Their address, or what else they are called. */
  called: string;
  role: number | null;
};

type Act = "administrator" | "user" | "remove";

/** What is done with a member of a Cloud, behind one button in the row; each is asked about first. */
export function MemberMore(member: Member): ReactNode {
  const [act, setAct] = useState<Act | null>(null);
  /** What was chosen last keeps its dialog, which closes by itself; the others of every row need none. */
  const [chosen, setChosen] = useState<Act | null>(null);
  const buttonId = useId();
  const choose = (next: Act): void => {
    setAct(next);
    setChosen(next);
  };
  const label = t("More for {email}", { email: member.called });
  return (
    <>
      <Menu
        label={label}
        trigger={
          <Button id={buttonId} size="sm" variant="ghost" square aria-label={label}>
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        {member.role !== 100 && (
          <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => choose("administrator")}>
            {t("Make administrator")}
          </MenuItem>
        )}
        {member.role !== 50 && (
          <MenuItem icon={<UserRound aria-hidden />} onSelect={() => choose("user")}>
            {t("Make user")}
          </MenuItem>
        )}
        <MenuItem icon={<UserMinus aria-hidden />} onSelect={() => choose("remove")} danger>
          {t("Remove from Cloud")}
        </MenuItem>
      </Menu>
      {chosen !== null && (
        <MemberDialog
          key={chosen}
          member={member}
          act={chosen}
          open={act !== null}
          onClose={() => setAct(null)}
          returnFocusTo={buttonId}
        />
      )}
    </>
  );
}

function MemberDialog({
  member,
  act,
  open,
  onClose,
  returnFocusTo,
}: {
  member: Member;
  act: Act;
  open: boolean;
  onClose: () => void;
  returnFocusTo: string;
}): ReactNode {
  const formId = useId();
  const form = useActionForm<null>(actionOf(act), onClose);
  const words = wordsOf(act, member);
  return (
    <Dialog
      title={words.title}
      description={words.description}
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      held={form.pending}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <DialogClose>
            <Button>{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText={words.pending}>
            {words.verb}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        <input type="hidden" name="cloudId" value={member.cloudId} />
        <input type="hidden" name="userId" value={member.userId} />
        {act !== "remove" && <input type="hidden" name="role" value={act === "user" ? "50" : "100"} />}
        <FormErrorSummary result={form.result} title={words.refusal} />
      </form>
    </Dialog>
  );
}

function actionOf(act: Act): FormAction<null> {
  return act === "remove" ? removeMemberAction : changeRoleAction;
}

function wordsOf(
  act: Act,
  { called, cloudName }: Member,
): { title: string; description: string; verb: string; pending: string; refusal: string } {
  const refusal = act === "remove" ? t("The person was not removed.") : t("The role was not changed.");
  const values = { email: called, cloud: cloudName };
  if (act === "remove") {
    return {
      title: t("Remove {email} from {cloud}", values),
      description: t(
        "The person loses access to this Cloud and everything in it. A pending invitation to the address is withdrawn. Access to other Clouds and the account stay. You can invite the person again.",
      ),
      verb: t("Remove person"),
      pending: t("Removing"),
      refusal,
    };
  }
  const title = t("Change the role of {email}", values);
  return act === "administrator"
    ? {
        title,
        description: t(
          "The person becomes an administrator of {cloud}: they can change, invite and delete in this Cloud.",
          values,
        ),
        verb: t("Make administrator"),
        pending: t("Changing"),
        refusal,
      }
    : {
        title,
        description: t(
          "The person becomes a user of {cloud}: they can open the Cloud and everything in it, and no longer manage it.",
          values,
        ),
        verb: t("Make user"),
        pending: t("Changing"),
        refusal,
      };
}
