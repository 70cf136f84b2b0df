/**
 * An error during the start: its message is one clear sentence for the person at the terminal, printed without a stack. Plain JavaScript,
 * because it is needed before the pinned Node and the dependencies are installed.
 */
export class StartTrouble extends Error {
  name = "StartTrouble";
}

/** What to print for an error during the start: only the sentence, or the whole stack of an internal fault. */
export function describeTrouble(/** @type {unknown} */ thrown) {
  if (!(thrown instanceof Error)) return String(thrown);
  const spoken = ["StartTrouble", "DatabaseTrouble"].includes(thrown.name);
  return spoken ? thrown.message : (thrown.stack ?? thrown.message);
}

/** The system's code of an error ("ENOENT"), or "". */
export function codeOf(/** @type {unknown} */ thrown) {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}
