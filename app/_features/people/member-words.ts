import { t } from "#lib/core/texts.ts";

export type MemberOfPlace = {
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

/** A role, by its number at the service, or the removal. */
export type Act = "100" | "50" | "25" | "remove";

export type ActWords = {
  title: string;
  description: string;
  verb: string;
  pending: string;
  refusal: string;
};

/** The words that ask for confirmation. */
export function wordsOfAct(act: Act, member: MemberOfPlace): ActWords {
  if (act === "remove") return removalWords(member);
  return {
    title: t("Change the role of {email}", { email: member.called }),
    description: roleDescription(act, member),
    verb: act === "100" ? t("Make administrator") : act === "50" ? t("Make user") : t("Make guest"),
    pending: t("Changing"),
    refusal: t("The role was not changed."),
  };
}

function removalWords({ called, placeName, projectId }: MemberOfPlace): ActWords {
  return {
    title: t("Remove {email} from {place}", { email: called, place: placeName }),
    description:
      projectId === null
        ? t(
            "The person loses access to this Cloud and everything in it. A pending invitation to the address is withdrawn. Access to other Clouds and the account stay. You can invite the person again.",
          )
        : t(
            "The person loses access to this project, unless they are a member of the Cloud, who sees every project. A pending invitation to the address is withdrawn. Other projects and the account stay. You can invite the person again.",
          ),
    verb: t("Remove person"),
    pending: t("Removing"),
    refusal: t("The person was not removed."),
  };
}

function roleDescription(role: "100" | "50" | "25", { placeName: place, projectId }: MemberOfPlace): string {
  if (projectId === null) {
    return role === "100"
      ? t(
          "The person becomes an administrator of {place}: they can change, invite and delete in this Cloud.",
          { place },
        )
      : t(
          "The person becomes a user of {place}: they can open the Cloud and everything in it, and no longer manage it.",
          { place },
        );
  }
  if (role === "100") {
    return t(
      "The person becomes an administrator of the project {place}: they can change it and decide who opens it.",
      { place },
    );
  }
  return role === "50"
    ? t("The person becomes a user of the project {place}: they can open it and no longer manage it.", {
        place,
      })
    : t(
        "The person becomes a guest of the project {place}: they can open it with fewer rights than a user. The service decides which.",
        { place },
      );
}
