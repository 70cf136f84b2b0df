import { msg } from "#lib/core/texts.ts";
import type { TopicId } from "./titles.ts";
import type { Topic } from "./topic.ts";

/** What Clouds and projects are, and who works in them. */
export const CLOUDS_AND_PEOPLE = {
  "first-steps": {
    paragraphs: [
      msg(
        "First steps guides you through the setup: a service, a Cloud with a building model, and the first export.",
      ),
      msg("The built-in service is part of Portico. Try everything there before you connect a live service."),
    ],
    points: [
      {
        term: msg("Cloud"),
        meaning: msg("The outermost container at a service, with projects, members and invitations."),
      },
      {
        term: msg("Project"),
        meaning: msg("Part of a Cloud. Projects hold models and can hold other projects."),
      },
      { term: msg("Model"), meaning: msg("What the service has read from one IFC file.") },
      {
        term: msg("Member"),
        meaning: msg("A person who accepted an invitation and can open the Cloud on the platform."),
      },
    ],
    links: [{ href: "/start", label: msg("Open first steps") }],
  },
  clouds: {
    paragraphs: [
      msg(
        "You choose the service when you create a Cloud. Check the name first: some services cannot delete a Cloud.",
      ),
      msg(
        "Create projects one by one, or several from a CSV file. Portico checks each row before anything is created.",
      ),
    ],
    points: [
      {
        term: msg("Add by number"),
        meaning: msg("For a Cloud or project that exists at the service and is not in Portico yet."),
      },
      {
        term: msg("Archive"),
        meaning: msg("Hides a Cloud or project in Portico. Nothing changes at the service."),
      },
      { term: msg("Not found"), meaning: msg("The service no longer lists it. Portico keeps what it knew.") },
      {
        term: msg("Plan"),
        meaning: msg(
          "Projects, invitations and uploads that are carried out together. Rehearse a plan at the built-in service first.",
        ),
      },
    ],
    links: [
      { href: "/clouds", label: msg("Open Clouds") },
      { href: "/plans", label: msg("Open plans") },
    ],
  },
  invitations: {
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
  },
  people: {
    paragraphs: [
      msg(
        "Members belong to a Cloud, or to a single project of it. Staff sign in to Portico. Both have roles, which are independent.",
      ),
      msg(
        "Each Cloud and each project has a page People: members and pending invitations, with their roles. The page People in the menu shows one person in all Clouds.",
      ),
      msg("The last administrator of a Cloud or project cannot be removed. Make somebody else one first."),
    ],
    points: [
      {
        term: msg("Cloud administrator"),
        meaning: msg("Sees every project, and can change, invite and delete in the Cloud."),
      },
      { term: msg("Cloud user"), meaning: msg("Can open the Cloud and everything in it.") },
      {
        term: msg("Project administrator"),
        meaning: msg("Can change this one project and decide who opens it."),
      },
      { term: msg("Project user"), meaning: msg("Can open this one project and everything in it.") },
      {
        term: msg("Project guest"),
        meaning: msg("Can open this one project with fewer rights. The service decides which."),
      },
      {
        term: msg("Invite to a project"),
        meaning: msg(
          "On the project’s page People. Other projects and people of the Cloud stay hidden from the person.",
        ),
      },
      {
        term: msg("Change a role"),
        meaning: msg("In the menu of the person’s row. A pending invitation to a project can change too."),
      },
      {
        term: msg("Withdraw an invitation"),
        meaning: msg("In the menu of its row, while it is pending. The link in the email no longer works."),
      },
      {
        term: msg("Remove a person"),
        meaning: msg(
          "In the menu of the person’s row. Access ends at once; the account stays, and you can invite the person again.",
        ),
      },
      {
        term: msg("Remove from all Clouds"),
        meaning: msg(
          "On the page of the person. Portico shows each Cloud before, and its result afterwards. Projects of other Clouds stay.",
        ),
      },
      {
        term: msg("Staff: viewer"),
        meaning: msg("Sees Clouds, people and operations, and exports elements. Changes nothing."),
      },
      {
        term: msg("Staff: operator"),
        meaning: msg(
          "Also creates Clouds and projects, uploads models, invites and removes people, and settles operations.",
        ),
      },
      {
        term: msg("Staff: administrator"),
        meaning: msg(
          "Also deletes Clouds and projects, manages connections, applications and staff, and reads the audit.",
        ),
      },
    ],
    links: [{ href: "/people", label: msg("Open people") }],
  },
} satisfies Partial<Record<TopicId, Topic>>;
