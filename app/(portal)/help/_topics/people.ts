import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const PEOPLE_TOPIC: Topic = {
  id: "people",
  title: TOPIC_TITLES.people,
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
};
