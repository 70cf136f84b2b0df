import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const CONNECTIONS_TOPIC: Topic = {
  id: "connections",
  title: TOPIC_TITLES.connections,
  paragraphs: [
    msg(
      "A connection is a service as Portico knows it: its addresses, and the credentials of your application there.",
    ),
    msg(
      "The check climbs from the address to the first read and tells where it stopped. It creates nothing.",
    ),
  ],
  points: [
    {
      term: msg("Client secret"),
      meaning: msg(
        "Stored encrypted and never shown again. A new secret is checked before it replaces the old one.",
      ),
    },
    {
      term: msg("Built-in service"),
      meaning: msg("Part of Portico, on this server. A hatched bar at the top marks its pages."),
    },
    { term: msg("Silent service"), meaning: msg("Pages show what was read last, with its age.") },
  ],
  links: [{ href: "/connections", label: msg("Open connections") }],
};
