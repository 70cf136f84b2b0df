import { PROFILE_WORDS } from "#app/_features/exports/profile-words.ts";
import { msg } from "#lib/core/texts.ts";
import { EXPORT_PROFILES, type ExportProfile } from "#lib/elements/files/options.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

const FORMAT_MEANINGS: Readonly<Record<ExportProfile, string>> = {
  programs: msg("Comma, decimal point, every text unchanged."),
  spreadsheets: msg("Semicolon and decimal comma. An apostrophe keeps texts from becoming formulas."),
  xlsx: msg("A workbook with typed cells, and a sheet that says where the data comes from."),
  parquet: msg("For data tools: typed columns, with units kept as data."),
  json: msg("One element per line, with its property sets nested."),
};

export const ELEMENTS_TOPIC: Topic = {
  id: "elements",
  title: TOPIC_TITLES.elements,
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
      meaning: msg("In the heading, where the model states one. A condition keeps its unit in every model."),
    },
    ...EXPORT_PROFILES.map((profile) => ({
      term: PROFILE_WORDS[profile],
      meaning: FORMAT_MEANINGS[profile],
    })),
  ],
  links: [{ href: "/exports", label: msg("Open exports") }],
};
