"use client";
import { UserMinus, UserRound, UserRoundCog, UserRoundSearch } from "lucide-react";
import type { ReactNode } from "react";
import { ActMenu, type MenuAct } from "#app/_ui/forms/act-menu.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { changeRoleAction, removeMemberAction } from "./actions.ts";

type MemberOfPlace = {
  cloudId: string;
  /** The project; null: the Cloud itself. */
  projectId: string | null;
  /** Name of the Cloud or project. */
  placeName: string;
  userId: number;
  /** Their address, or another name. */
  called: string;
  role: number | null;
};

/** The roles by their number at the service. `inCloud`, `inProject`: what the person becomes; null: there is no such role. */
const ROLES = [
  {
    role: 100,
    icon: <UserRoundCog aria-hidden />,
    label: msg("Make administrator"),
    inCloud: msg(
      "The person becomes an administrator of {place}: they can change, invite and delete in this Cloud.",
    ),
    inProject: msg(
      "The person becomes an administrator of the project {place}: they can change it and decide who opens it.",
    ),
  },
  {
    role: 50,
    icon: <UserRound aria-hidden />,
    label: msg("Make user"),
    inCloud: msg(
      "The person becomes a user of {place}: they can open the Cloud and everything in it, and no longer manage it.",
    ),
    inProject: msg(
      "The person becomes a user of the project {place}: they can open it and no longer manage it.",
    ),
  },
  {
    role: 25,
    icon: <UserRoundSearch aria-hidden />,
    label: msg("Make guest"),
    inCloud: null,
    inProject: msg(
      "The person becomes a guest of the project {place}: they can open it with fewer rights than a user. The service decides which.",
    ),
  },
] as const;

const GUEST = 25;
/** A guest never managed the project. */
const USER_FROM_GUEST = msg(
  "The person becomes a user of the project {place}: they can open it with all rights of a user.",
);

/** The actions on a member of a Cloud or project, behind one button in the row; each asks for confirmation. */
export function MemberMore(member: MemberOfPlace): ReactNode {
  const { cloudId, projectId, placeName: place, userId, called: email } = member;
  const fields = { cloudId, userId, ...(projectId !== null && { projectId }) };
  const roles = ROLES.map(({ role, icon, label, inCloud, inProject }): MenuAct | false => {
    const isFromGuest = member.role === GUEST && role === 50;
    const becomes = projectId === null ? inCloud : isFromGuest ? USER_FROM_GUEST : inProject;
    return (
      role !== member.role &&
      becomes !== null && {
        icon,
        label: t(label),
        action: changeRoleAction,
        fields: { ...fields, role },
        title: t("Change the role of {email}", { email }),
        description: t(becomes, { place }),
        refusal: t("The role was not changed."),
        pendingText: t("Changing"),
      }
    );
  });
  const removal: MenuAct = {
    icon: <UserMinus aria-hidden />,
    danger: true,
    label: projectId === null ? t("Remove from Cloud") : t("Remove from project"),
    action: removeMemberAction,
    fields,
    title: t("Remove {email} from {place}", { email, place }),
    description:
      projectId === null
        ? t(
            "The person loses access to this Cloud and everything in it. A pending invitation to the address is withdrawn. Access to other Clouds and the account stay. You can invite the person again.",
          )
        : t(
            "The person loses access to this project, unless they are a member of the Cloud, who sees every project. A pending invitation to the address is withdrawn. Other projects and the account stay. You can invite the person again.",
          ),
    refusal: t("The person was not removed."),
    button: t("Remove person"),
    pendingText: t("Removing"),
  };
  return <ActMenu label={t("More for {email}", { email })} isSlow acts={[...roles, removal]} />;
}
