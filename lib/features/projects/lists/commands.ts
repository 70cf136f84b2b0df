/** The commands of project lists: those of every batch. */
import { batchCommands } from "#lib/features/batches/commands.ts";
import { PROJECT_LISTS } from "./kind.ts";

export const {
  start: startProjectList,
  pause: pauseProjectList,
  resume: resumeProjectList,
  retry: retryProjectList,
  discard: discardProjectList,
} = batchCommands(PROJECT_LISTS);
