/** Setup of integration tests, and first import of a process that sends or settles: registers the journal's kinds as the product does. */
import { registerJournal } from "#lib/boot/background/journal.ts";

registerJournal();
