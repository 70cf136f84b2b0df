/** When silence counts as a hang: measured in unanswered questions, never by a clock. */
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilSilent } from "#lib/boot/heartbeat.ts";

const PACE = { intervalMs: 1_000, unansweredMax: 5 };
const stop = new AbortController();

/** The channel to a process: what it was asked, and a way to answer. */
class Channel extends EventEmitter {
  connected = true;
  asked: unknown[] = [];
  send(message: unknown): boolean {
    this.asked.push(message);
    return true;
  }
}

let channel: Channel;
let isSilent: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  channel = new Channel();
  isSilent = false;
  void untilSilent(channel, PACE, stop.signal).then(() => {
    isSilent = true;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a process is silent when it has left every question unanswered, and not one question earlier", async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  expect([channel.asked.length, isSilent]).toEqual([5, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([channel.asked.length, isSilent]).toEqual([5, true]);
});

test("one answer, however late, begins the count anew; other messages do not", async () => {
  for (let round = 0; round < 10; round += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    channel.emit("message", "portico: here");
  }
  expect(isSilent).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  channel.emit("message", "something else");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isSilent).toBe(true);
});

test("a machine that slept for a night has missed one question", async () => {
  await vi.advanceTimersByTimeAsync(3_000);
  vi.setSystemTime(Date.now() + 12 * 3_600_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isSilent).toBe(false);
});

test("a closed channel is silence, and whoever stops asking hears nothing more", async () => {
  channel.connected = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect([channel.asked, isSilent]).toEqual([[], true]);
  const stopped = new AbortController();
  const quiet = new Channel();
  const said = vi.fn();
  void untilSilent(quiet, PACE, stopped.signal).then(said);
  stopped.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([quiet.asked, said.mock.calls, quiet.listenerCount("message")]).toEqual([[], [], 0]);
});
