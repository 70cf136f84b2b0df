/** How long each stage of npm test took, and how much CPU time it used, which other stages running beside it do not change. */

/** `cpuSeconds`: of the stage's commands and all processes that they waited for, or null where the shell could not tell. */
export type StageTime = {
  readonly stage: string;
  readonly seconds: number;
  readonly cpuSeconds: number | null;
};

// The second line has the times of the shell's children (POSIX, "times").
const TIMES = /^\d+m[\d.,]+s \d+m[\d.,]+s\n(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s\s*$/;

/** A command line that runs `command` with the same exit code and writes to `file` what readCpuSeconds reads. */
export function withTimes(command: readonly string[], file: string): readonly [string, ...string[]] {
  return [
    "/bin/sh",
    "-c",
    'file=$1; shift; "$@"; code=$?; times >"$file"; exit $code',
    "sh",
    file,
    ...command,
  ];
}

/** CPU seconds of all processes of a command, from its file; null when it was ended before. */
export function readCpuSeconds(times: string | null): number | null {
  const parts = TIMES.exec(times ?? "")
    ?.slice(1)
    .map((part) => Number(part.replace(",", ".")));
  if (parts === undefined) return null;
  const [userMinutes = 0, user = 0, systemMinutes = 0, system = 0] = parts;
  return (userMinutes + systemMinutes) * 60 + user + system;
}

/** The stages in the order in which they ended, one line each. Concurrent stages share the cores. */
export function toTimeTable(times: readonly StageTime[]): string {
  const rows = times.map(({ stage, seconds, cpuSeconds }) => [
    stage,
    seconds.toFixed(1),
    cpuSeconds === null ? "?" : cpuSeconds.toFixed(1),
  ]);
  return [["stage", "seconds", "CPU seconds"], ...rows]
    .map(
      ([stage = "", seconds = "", cpu = ""]) =>
        `${stage.padEnd(14)}${seconds.padStart(9)}${cpu.padStart(14)}`,
    )
    .join("\n");
}
