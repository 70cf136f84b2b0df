import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const INVITATIONS_TOPIC: Topic = {
  id: "invitations",
  title: TOPIC_TITLES.invitations,
  paragraphs: [
    msg(
      "An invitation is an email that asks a person to become a member of one Cloud or project. Emails cannot be unsent.",
    ),
    msg("Invite one person, or many from a list. Portico checks every address before it sends anything."),
    msg("Every two minutes Portico reads the services’ lists and updates the states."),
  ],
  points: [
    { term: msg("Prepared"), meaning: msg("In a list whose turn has not come.") },
    { term: msg("Sending"), meaning: msg("On its way to the service.") },
    { term: msg("Not sent"), meaning: msg("Nothing was sent. You can invite the person again.") },
    {
      term: msg("Waiting"),
      meaning: msg(
        "The service accepted the invitation. The person has not answered yet; you can send a reminder.",
      ),
    },
    { term: msg("Joined"), meaning: msg("The person is a member.") },
    {
      term: msg("Declined or withdrawn"),
      meaning: msg("No longer on the service’s list, and the person is not a member."),
    },
    { term: msg("Removed or left"), meaning: msg("The person was a member and no longer is.") },
    {
      term: msg("Withdrawn"),
      meaning: msg("Staff withdrew the invitation. The link in its email no longer works."),
    },
    {
      term: msg("Refused"),
      meaning: msg("The service did not accept the invitation. Correct the address and send it again."),
    },
    {
      term: msg("Unknown"),
      meaning: msg("No answer came. Settle the operation before you send another email."),
    },
  ],
  links: [{ href: "/invitations", label: msg("Open invitations") }],
};
