"use client";
import { MoreHorizontal, UserMinus, UserRound, UserRoundCog, UserRoundSearch } from "lucide-react";
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
import { wordsOfAct, type Act, type MemberOfPlace } from "./member-words.ts";

/** The actions on a member of a Cloud or project, behind one button in the row; each asks for confirmation. */
export function MemberMore(member: MemberOfPlace): ReactNode {
  const [act, setAct] = useState<Act | null>(null);
  /** The last choice keeps its dialog mounted, so that it closes by itself; other rows need none. */
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
          <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => choose("100")}>
            {t("Make administrator")}
          </MenuItem>
        )}
        {member.role !== 50 && (
          <MenuItem icon={<UserRound aria-hidden />} onSelect={() => choose("50")}>
            {t("Make user")}
          </MenuItem>
        )}
        {member.projectId !== null && member.role !== 25 && (
          <MenuItem icon={<UserRoundSearch aria-hidden />} onSelect={() => choose("25")}>
            {t("Make guest")}
          </MenuItem>
        )}
        <MenuItem icon={<UserMinus aria-hidden />} onSelect={() => choose("remove")} danger>
          {member.projectId === null ? t("Remove from Cloud") : t("Remove from project")}
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
  member: MemberOfPlace;
  act: Act;
  open: boolean;
  onClose: () => void;
  returnFocusTo: string;
}): ReactNode {
  const formId = useId();
  const form = useActionForm<null>(actionOf(act), onClose, "freely");
  const words = wordsOfAct(act, member);
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
        {member.projectId !== null && <input type="hidden" name="projectId" value={member.projectId} />}
        <input type="hidden" name="userId" value={member.userId} />
        {act !== "remove" && <input type="hidden" name="role" value={act} />}
        <FormErrorSummary result={form.result} title={words.refusal} />
      </form>
    </Dialog>
  );
}

function actionOf(act: Act): FormAction<null> {
  return act === "remove" ? removeMemberAction : changeRoleAction;
}
