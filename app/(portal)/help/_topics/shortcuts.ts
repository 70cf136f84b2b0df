import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const SHORTCUTS_TOPIC: Topic = {
  id: "shortcuts",
  title: TOPIC_TITLES.shortcuts,
  paragraphs: [
    msg(
      "Ctrl K (⌘ K on a Mac) finds Clouds, projects, models, people, pages and actions, also with one wrong letter.",
    ),
    msg(
      "The search also finds elements by GlobalId, and models by their properties, in what Portico has read.",
    ),
    msg("A question mark shows all keyboard shortcuts. There you can also turn off those of a single key."),
  ],
  points: [],
  links: [],
};
