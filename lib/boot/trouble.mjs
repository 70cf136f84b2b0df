/**
 * The error of starting: its message is one clear sentence for the person at the terminal, printed without a stack.
 * Plain JavaScript, because it is needed before the pinned Node and the dependencies are there.
 */
export class StartTrouble extends Error {
  name = "StartTrouble";
}

/** What to print for anything thrown while starting: the sentence alone, or the whole stack of a fault of ours. */
export function describeTrouble(/** @type {unknown} */ thrown) {
  if (!(thrown instanceof Error)) return String(thrown);
  const spoken = ["StartTrouble", "DatabaseTrouble", "ConfigurationError"].includes(thrown.name);
  return spoken ? thrown.message : (thrown.stack ?? thrown.message);
}

/** The system's code of an error ("ENOENT"), or "". */
export function codeOf(/** @type {unknown} */ thrown) {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}
