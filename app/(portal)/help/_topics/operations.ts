import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const OPERATIONS_TOPIC: Topic = {
  id: "operations",
  title: TOPIC_TITLES.operations,
  paragraphs: [
    msg("Portico records every call that creates something or sends an email before it sends the call."),
    msg(
      "If no certain answer comes, the outcome is unknown. Portico never repeats such a call automatically: you decide.",
    ),
    msg(
      "Right after the connection breaks, the service may still be at work. Portico says from when you can decide.",
    ),
  ],
  points: [
    {
      term: msg("Exists"),
      meaning: msg("You found it at the service. Give its number, and Portico takes it over."),
    },
    {
      term: msg("Does not exist"),
      meaning: msg("You checked that nothing was created. You can then create it again."),
    },
    {
      term: msg("Leave open"),
      meaning: msg("You decide later. Until then, the same name cannot be used again."),
    },
  ],
  links: [{ href: "/operations", label: msg("Open operations") }],
};
