/**
 * The first words of every refusal that comes before anything was begun, as plain text. Server (lib/boot) and browser (app) share them: a
 * form that reads them knows that nothing was done, which no other broken answer tells. No imports.
 */
export const NOTHING_DONE = "Nothing was done: ";
