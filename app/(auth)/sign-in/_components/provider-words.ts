import { t } from "#lib/core/texts.ts";
import { REFUSALS, type Refusal } from "#lib/features/staff/provider/refusal.ts";

/** Why nobody was signed in, and what to do. `label`: the provider. */
const WORDS: Record<Refusal, (label: string) => string> = {
  SILENT: (label) =>
    t(
      "{label} did not answer, or not as it should. Try again in a minute; accounts with a password can sign in below.",
      { label },
    ),
  DENIED: (label) =>
    t("{label} did not let you in, or you stopped there. Try again, or ask who runs it.", { label }),
  UNSOUND: () =>
    t(
      "The answer did not belong to a sign-in of this browser, was too old, or was used before. Begin again from this page.",
    ),
  UNVERIFIED: (label) =>
    t(
      "{label} has not verified an e-mail address of yours, so no invitation can be yours. Verify it there, then try again.",
      { label },
    ),
  NOT_INVITED: (label) =>
    t(
      "{label} knows you, but no invitation waits for your address here. Ask an administrator of Portico for one.",
      { label },
    ),
  NO_ROLE: (label) =>
    t("{label} gives you no role of Portico. What you had open here has ended. Ask who gives roles there.", {
      label,
    }),
  DISABLED: () => t("Your account here is disabled. An administrator of Portico can enable it."),
  HAS_PASSWORD: (label) =>
    t(
      "An account with your address has a password here. Sign in with it below, then connect it with {label} under “Sign-in and security”.",
      { label },
    ),
  TAKEN: (label) =>
    t("The account belongs to another identity at {label}. An administrator of Portico can disconnect it.", {
      label,
    }),
  SECOND_FACTOR: (label) =>
    t("A second factor is needed, and {label} did not show one. Set one up there, then try again.", {
      label,
    }),
  NOT_FRESH: (label) =>
    t(
      "{label} did not say that you signed in there just now (the claim auth_time), so nothing was confirmed. Sign out of Portico and in again, or ask who runs it to turn the claim on.",
      { label },
    ),
  OTHER_PERSON: (label) =>
    t("At {label} somebody else signed in, so nothing was confirmed. Sign in there as yourself.", { label }),
  LAST_PASSWORD: (label) =>
    t(
      "You are the only administrator with a password. Nothing was changed: when {label} is silent, somebody has to get in. Give another administrator a password first.",
      { label },
    ),
  RATE_LIMITED: () =>
    t("There were too many failed returns from here. Wait a quarter of an hour, then try again."),
};

/** The words for a reason that stands in an address; null for anything else that stands there. */
export function refusalWords(refused: string | string[] | undefined, label: string): string | null {
  const reason = REFUSALS.find((each) => each === refused);
  return reason === undefined ? null : WORDS[reason](label);
}
