import { t } from "#lib/core/texts.ts";
import { REFUSALS, type Refusal } from "#lib/features/staff/provider/refusal.ts";

/** Why the sign-in was refused, and what to do. `label`: the provider. */
const WORDS: Record<Refusal, (label: string) => string> = {
  SILENT: (label) =>
    t(
      "{label} did not answer correctly. Try again in a minute. If your account has a password, sign in below.",
      { label },
    ),
  DENIED: (label) =>
    t("{label} did not sign you in, or you cancelled there. Try again, or ask its administrator.", { label }),
  UNSOUND: () =>
    t(
      "The answer does not belong to a sign-in of this browser, is too old, or was used before. Sign in again from this page.",
    ),
  UNVERIFIED: (label) =>
    t(
      "{label} has not verified your email address, so Portico cannot match an invitation. Verify your address there, then try again.",
      { label },
    ),
  NOT_INVITED: (label) =>
    t(
      "{label} knows you, but your address has no invitation here. Ask an administrator of Portico to invite you.",
      { label },
    ),
  NO_ROLE: (label) =>
    t(
      "{label} gives you no role in Portico, so your sessions here have ended. Ask the administrator there for a role.",
      {
        label,
      },
    ),
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
      "{label} did not say when you signed in (claim auth_time), so nothing was confirmed. Sign out of Portico and in again, or ask its administrator to turn the claim on.",
      { label },
    ),
  OTHER_PERSON: (label) =>
    t("At {label} somebody else signed in, so nothing was confirmed. Sign in there as yourself.", { label }),
  LAST_PASSWORD: (label) =>
    t(
      "You are the only administrator with a password. Nothing was changed, because somebody must be able to sign in if {label} fails. Give another administrator a password first.",
      { label },
    ),
  RATE_LIMITED: () => t("Too many failed sign-ins from here. Wait 15 minutes, then try again."),
};

/** The words for a reason in an address; null for anything else. */
export function refusalWords(refused: string | string[] | undefined, label: string): string | null {
  const reason = REFUSALS.find((each) => each === refused);
  return reason === undefined ? null : WORDS[reason](label);
}
