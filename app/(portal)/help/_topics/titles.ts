import { msg } from "#lib/core/texts.ts";

/** The titles of all guides, in page order; separate from the texts, because many pages link to them. */
export const TOPIC_TITLES = {
  "first-steps": msg("First steps"),
  clouds: msg("Clouds and projects"),
  invitations: msg("Inviting people"),
  people: msg("People and their roles"),
  mailbox: msg("Mailbox"),
  elements: msg("Element table and exports"),
  "live-addresses": msg("Live addresses"),
  operations: msg("Uncertain operations"),
  connections: msg("Connections"),
  shortcuts: msg("Search and shortcuts"),
} as const;

/** The anchor of a guide on the page: /help#invitations */
export type TopicId = keyof typeof TOPIC_TITLES;
