import { msg } from "#lib/core/texts.ts";
import type { TopicId } from "./topic.ts";

/** Every guide by its title, in the order of the page; apart from their texts, because links to them stand on many pages. */
export const TOPIC_TITLES: Readonly<Record<TopicId, string>> = {
  "first-steps": msg("First steps"),
  clouds: msg("Clouds and projects"),
  invitations: msg("Inviting people"),
  elements: msg("Element table and exports"),
  "live-addresses": msg("Live addresses"),
  operations: msg("Uncertain operations"),
  connections: msg("Connections"),
  shortcuts: msg("Search and shortcuts"),
};
