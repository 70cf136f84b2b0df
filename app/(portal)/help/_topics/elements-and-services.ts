import { PROFILE_WORDS } from "#app/_features/exports/profile-words.ts";
import { msg } from "#lib/core/texts.ts";
import { EXPORT_PROFILES, type ExportProfile } from "#lib/elements/files/options.ts";
import type { TopicId } from "./titles.ts";
import type { Topic } from "./topic.ts";

const FORMAT_MEANINGS: Readonly<Record<ExportProfile, string>> = {
  programs: msg("Comma, decimal point, every text unchanged."),
  spreadsheets: msg("Semicolon and decimal comma. An apostrophe keeps texts from becoming formulas."),
  xlsx: msg("A workbook with typed cells, and a sheet that says where the data comes from."),
  parquet: msg("For data tools: typed columns, with units kept as data."),
  json: msg("One element per line, with its property sets nested."),
};

/** What is read from models, and what goes to services. */
export const ELEMENTS_AND_SERVICES = {
  mailbox: {
    paragraphs: [
      msg(
        "Without a mail server, the emails of the built-in service arrive in the Mailbox, in the menu. They reach nobody outside.",
      ),
      msg(
        "Open an email and press its button to see what the invited person sees. That page belongs to the platform, which has separate accounts.",
      ),
      msg(
        "Emails of a live service never arrive here: that service sends them itself. With SMTP_URL set, the Mailbox disappears and emails are delivered.",
      ),
    ],
    points: [],
    links: [],
  },
  elements: {
    paragraphs: [
      msg("The element table shows all elements of one IFC class, with every property as a column."),
      msg("Values are those of the model: Portico neither rounds nor converts them."),
      msg(
        "Before an export, Portico shows what the format cannot hold. It offers a file only after comparing it with the table.",
      ),
    ],
    points: [
      { term: msg("Hatched cell"), meaning: msg("The element does not have this property.") },
      { term: msg("No value"), meaning: msg("The element has the property, without a value.") },
      { term: msg("Empty text"), meaning: msg("The value is a text without characters.") },
      {
        term: msg("Unit"),
        meaning: msg(
          "In the heading, where the model states one. A condition keeps its unit in every model.",
        ),
      },
      ...EXPORT_PROFILES.map((profile) => ({
        term: PROFILE_WORDS[profile],
        meaning: FORMAT_MEANINGS[profile],
      })),
    ],
    links: [{ href: "/exports", label: msg("Open exports") }],
  },
  "live-addresses": {
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
  },
  operations: {
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
  },
  connections: {
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
  },
  shortcuts: {
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
  },
} satisfies Partial<Record<TopicId, Topic>>;
