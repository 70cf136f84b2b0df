import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const FIRST_STEPS_TOPIC: Topic = {
  id: "first-steps",
  title: TOPIC_TITLES["first-steps"],
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
};
