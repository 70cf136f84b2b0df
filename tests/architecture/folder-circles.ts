/** The circles between the folders of lib: files may import each other in order, and their folders all the same in a circle. */
import path from "node:path";

const IMPORT = /(?:from|import\() ?"(#lib\/[^"]+|\.[^"]+)"/g;

/** The room a file belongs to: a feature, or a part of the service, or else a part of lib. */
export function roomOf(file: string): string {
  return /^lib\/(?:(?:features|service)\/[^/]+|[^/]+)(?=\/)/.exec(file)?.[0] ?? file;
}

/** Every set of rooms from each of which one gets to all others by imports, as one sorted line. `sources`: path → text. */
export function findCircles(sources: Iterable<readonly [string, string]>): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const targets = arrows.get(roomOf(file)) ?? new Set();
    arrows.set(roomOf(file), targets);
    for (const [, target = ""] of text.matchAll(IMPORT)) {
      targets.add(
        roomOf(target.startsWith("#") ? target.slice(1) : path.posix.join(path.posix.dirname(file), target)),
      );
    }
  }
  const reachable = new Map([...arrows.keys()].map((room) => [room, reach(arrows, room)]));
  const circleOf = (room: string): string[] =>
    [...(reachable.get(room) ?? [])].filter((other) => reachable.get(other)?.has(room) === true);
  const circles = [...arrows.keys()].map(circleOf).filter((rooms) => rooms.length > 1);
  return [...new Set(circles.map((rooms) => rooms.toSorted().join(" ↔ ")))];
}

function reach(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    for (const next of arrows.get(room) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}
