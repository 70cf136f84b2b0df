/** Whether a process of this machine still exists, by its number. */

/** True when a process of this number exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The same for a number that was written down earlier: where it is this process's own number, an earlier process wrote it. */
export function isOtherProcessAlive(pid: number): boolean {
  return pid !== process.pid && isProcessAlive(pid);
}
