/** Setup of integration tests, and first import of a process that sends or settles: the journal knows what it knows in the product. */
import { registerJournal } from "#lib/boot/background/journal.ts";

registerJournal();
