/** The commands of invitation lists: those of every batch. */
import { batchCommands } from "#lib/features/batches/commands.ts";
import { INVITATION_LISTS } from "./kind.ts";

export const {
  start: startList,
  pause: pauseList,
  resume: resumeList,
  retry: retryList,
  discard: discardList,
} = batchCommands(INVITATION_LISTS);
