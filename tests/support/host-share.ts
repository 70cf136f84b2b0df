/**
 * How much of its processors the host of a virtual machine gave to others: the `steal` column of Linux' /proc/stat (proc_stat(5)).
 * Otherwise a measurement could say more about the neighbours than about the product.
 */
import { readFile } from "node:fs/promises";

const STEAL = 7;

type Ticks = { all: number; taken: number };

/** The result of `act`, and the share of all processor time, 0 to 1, that the host took meanwhile; 0 where unknown. */
export async function watchHostShare<T>(act: () => Promise<T>): Promise<{ brought: T; taken: number }> {
  const before = await readTicks();
  const brought = await act();
  const after = await readTicks();
  const all = after.all - before.all;
  return { brought, taken: all <= 0 ? 0 : (after.taken - before.taken) / all };
}

async function readTicks(): Promise<Ticks> {
  const text = await readFile("/proc/stat", "utf8").catch(() => "");
  // guest and guest_nice, the last two, are already included in user and nice.
  const ticks =
    /^cpu +(.*)$/m
      .exec(text)?.[1]
      ?.split(" ")
      .slice(0, STEAL + 1)
      .map(Number) ?? [];
  return { all: ticks.reduce((sum, each) => sum + each, 0), taken: ticks[STEAL] ?? 0 };
}
