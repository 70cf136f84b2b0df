/** Cycles between the folders of lib: folders can form a cycle although the imports of their files do not. */
import path from "node:path";

const IMPORT = /(?:from|import\() ?"(#lib\/[^"]+|\.[^"]+)"/g;

type Arrows = Map<string, Set<string>>;

/**
 * Every set of siblings that all reach each other by imports, as one sorted line. Siblings are the folders and files in one folder; a
 * folder has all imports of its content. `sources`: path → text.
 */
export function findCircles(sources: Iterable<readonly [string, string]>): string[] {
  const arrows: Arrows = new Map();
  for (const [file, text] of sources) {
    for (const [, target = ""] of text.matchAll(IMPORT)) {
      const imported = target.startsWith("#")
        ? target.slice(1)
        : path.posix.join(path.posix.dirname(file), target);
      const [from, to] = neighbours(file, imported);
      if (from === to) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const reachable = new Map([...arrows.keys()].map((room) => [room, reach(arrows, room)]));
  const circleOf = (room: string): string[] =>
    [...(reachable.get(room) ?? [])].filter((other) => reachable.get(other)?.has(room) === true);
  const circles = [...arrows.keys()].map(circleOf).filter((rooms) => rooms.length > 1);
  return [...new Set(circles.map((rooms) => rooms.toSorted().join(" ↔ ")))];
}

/** The two siblings at which the paths diverge. */
function neighbours(file: string, other: string): [string, string] {
  const [one, two] = [file.split("/"), other.split("/")];
  const parting = one.findIndex((part, depth) => part !== two[depth]);
  if (parting === -1) return [file, file];
  return [one.slice(0, parting + 1).join("/"), two.slice(0, parting + 1).join("/")];
}

function reach(arrows: Arrows, from: string): Set<string> {
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
