/**
 * Judges the body of making or changing a webhook: known events, an http(s) address that may be delivered to as far as its spelling
 * tells (names are resolved at each delivery), a secret for the signature.
 */
import { literalAddress } from "#lib/core/networks.ts";
import { TEXT, choiceText } from "#lib/service/contract/errors.ts";
import {
  WEBHOOK_EVENTS,
  WEBHOOK_SECRET_LENGTH_MAX,
  WEBHOOK_URL_LENGTH_MAX,
  type WebhookEvent,
} from "#lib/service/contract/webhooks.ts";
import type { Body } from "../http/parsed-body.ts";
import { Fields, describeValue } from "../http/fields.ts";
import { isHttpUrl } from "../http/image.ts";
import { isAllowedTarget } from "./target.ts";

export type WebhookInput = { events: WebhookEvent[]; url: string; secret: string | null };

const NOT_A_LIST = "Expected a list of items.";
const EMPTY_LIST = "This list may not be empty.";
const NOT_PUBLIC = "This address is not on the public internet, so nothing is delivered to it.";
const CHOICES_SHOWN_MAX = 10;

/** @throws WireError 400 with sentences by field. */
export function parseWebhookInput(body: Body): WebhookInput {
  const fields = new Fields(body);
  const events = readEvents(fields);
  if (fields.raw("events") === undefined) fields.reject("events", TEXT.required);
  const url = readUrl(fields, true) ?? "";
  const secret = readSecret(fields) ?? null;
  fields.finish();
  return { events: events ?? [], url, secret };
}

/** The same for PATCH: what is not sent stays. @throws WireError 400 with sentences by field. */
export function parseWebhookChange(body: Body): Partial<WebhookInput> {
  const fields = new Fields(body);
  const events = readEvents(fields);
  const url = readUrl(fields, false);
  const secret = readSecret(fields);
  fields.finish();
  return {
    ...(events === undefined ? {} : { events }),
    ...(url === undefined ? {} : { url }),
    ...(secret === undefined ? {} : { secret }),
  };
}

function readEvents(fields: Fields): WebhookEvent[] | undefined {
  const sent = fields.list("events");
  if (sent === undefined) return undefined;
  if (sent === null) {
    fields.reject("events", fields.raw("events") === null ? TEXT.null : NOT_A_LIST);
    return undefined;
  }
  if (sent.length === 0) fields.reject("events", EMPTY_LIST);
  const unknown = sent.filter((value) => !WEBHOOK_EVENTS.some((event) => event === value));
  for (const value of unknown.slice(0, CHOICES_SHOWN_MAX)) {
    fields.reject("events", choiceText(describeValue(value)));
  }
  return WEBHOOK_EVENTS.filter((event) => sent.includes(event));
}

function readUrl(fields: Fields, required: boolean): string | undefined {
  const text = fields.text("url", { lengthMax: WEBHOOK_URL_LENGTH_MAX, required });
  if (typeof text !== "string") return undefined;
  if (!isHttpUrl(text)) {
    fields.reject("url", TEXT.notUrl);
    return undefined;
  }
  const address = literalAddress(new URL(text));
  if (address !== null && !isAllowedTarget(address)) fields.reject("url", NOT_PUBLIC);
  return text;
}

/** Exactly as it was sent, white space included: both sides sign with it. */
function readSecret(fields: Fields): string | null | undefined {
  const judged = fields.text("secret", {
    lengthMax: WEBHOOK_SECRET_LENGTH_MAX,
    blank: true,
    nullable: true,
  });
  const sent = fields.raw("secret");
  return typeof judged === "string" && typeof sent === "string" ? sent : judged;
}
