import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const LIVE_ADDRESSES_TOPIC: Topic = {
  id: "live-addresses",
  title: TOPIC_TITLES["live-addresses"],
  paragraphs: [
    msg(
      "At a live address, a program reads a saved view whenever it needs it. You create the address under Views, beside the element table.",
    ),
    msg(
      "The columns of an address stay the same when the model’s file is replaced. The page names properties that are missing or new.",
    ),
  ],
  points: [
    {
      term: msg("Access token"),
      meaning: msg("Every program needs one. It reads in your name, and ends on the day that you choose."),
    },
    {
      term: msg("One model or newest version"),
      meaning: msg("An address names one model, or always the newest version that is ready."),
    },
    { term: msg("Stop a program"), meaning: msg("Revoke its access token. The address stays as it is.") },
  ],
  links: [{ href: "/settings/tokens", label: msg("Open access tokens") }],
};
