/**
 * The first words of every refusal before any work began, as plain text. Server (lib/boot) and browser (app) share them: a form that reads
 * them knows that nothing was done, which no other failed answer proves. No imports.
 */
export const NOTHING_DONE = "Nothing was done: ";
