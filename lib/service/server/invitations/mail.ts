/**
 * The invitation email: one sentence in each language, one button, a plain-text version (docs/service "Invitation"). The invited person's
 * language is not known yet. The email is written to the outbox together with its delivery job, inside the transaction that saves the
 * invitation.
 */
import { LANGUAGES, sayIn, t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { composeMail } from "#lib/mail/message.ts";
import { cloudInvitationTopic, queueMail } from "#lib/mail/outbox.ts";
import { ROLE_ADMINISTRATOR, ROLE_GUEST } from "#lib/service/contract/records.ts";

export type InvitationMail = {
  address: string;
  cloudName: string;
  cloudNumber: number;
  /** null: to the whole Cloud. */
  projectName: string | null;
  /** The application that invites. */
  inviterName: string;
  role: number;
  /** The address that the button opens. */
  url: string;
};

const ROLES: ReadonlyMap<number, string> = new Map([
  [ROLE_ADMINISTRATOR, "ADMINISTRATOR"],
  [ROLE_GUEST, "GUEST"],
]);

/** Queues the email; returns its id in the outbox. */
export function queueInvitationMail(db: Db, invitation: InvitationMail): Promise<string> {
  const { address, cloudName, projectName, url } = invitation;
  // Without a catalogue all languages give the same sentence, which is then used once.
  const inEach = (make: () => string): string[] => [
    ...new Set(LANGUAGES.map((language) => sayIn(language, make))),
  ];
  const mail = composeMail(address, {
    // In English: the reader's language is not known, and a subject has no room for each.
    subject:
      projectName === null
        ? `Invitation to the Cloud ${cloudName}`
        : `Invitation to the project ${projectName}`,
    heading: projectName ?? cloudName,
    paragraphs: inEach(() => sentenceOf(invitation)),
    button: { label: inEach(() => t("Open invitation")).join(" · "), url },
    footnote: inEach(() =>
      t(
        "The invitation is for {address}. The link works for seven days; after that, the sign-in page sends a new one. If you did not expect this email, you can ignore it.",
        { address },
      ),
    ).join(" "),
  });
  return queueMail(
    db,
    mail,
    projectName === null ? { topic: cloudInvitationTopic(invitation.cloudNumber) } : {},
  );
}

function sentenceOf({ inviterName, cloudName, projectName, role }: InvitationMail): string {
  const values = { inviterName, cloudName, role: ROLES.get(role) ?? "USER" };
  return projectName === null
    ? t(
        "{inviterName} invites you to work in the Cloud “{cloudName}” as {role, select, ADMINISTRATOR {an administrator} GUEST {a guest} other {a user}}.",
        values,
      )
    : t(
        "{inviterName} invites you to work on the project “{projectName}” (Cloud “{cloudName}”) as {role, select, ADMINISTRATOR {an administrator} GUEST {a guest} other {a user}}.",
        { ...values, projectName },
      );
}
