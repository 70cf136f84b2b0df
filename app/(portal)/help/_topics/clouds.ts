import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const CLOUDS_TOPIC: Topic = {
  id: "clouds",
  title: TOPIC_TITLES.clouds,
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
};
