import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const OPERATIONS_TOPIC: Topic = {
  id: "operations",
  title: TOPIC_TITLES.operations,
  paragraphs: [
    msg("Portico records every call that creates something or sends a mail before it sends the call."),
    msg(
      "If no certain answer comes, the outcome is unknown. Portico never repeats such a call by itself: you decide.",
    ),
    msg(
      "Right after the connection breaks, the service may still be at work. Portico says from when you can decide.",
    ),
  ],
  points: [
    {
      term: msg("It exists"),
      meaning: msg("You found it at the service. Give its number, and Portico takes it over."),
    },
    {
      term: msg("It does not exist"),
      meaning: msg("You checked that nothing was created. You can then create it again."),
    },
    {
      term: msg("Leave open"),
      meaning: msg("You decide later. Until then, nothing of the same name can be created."),
    },
  ],
  links: [{ href: "/operations", label: msg("Open operations") }],
};
