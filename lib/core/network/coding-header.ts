/**
 * The header by which a route states that its body is already compressed. Next removes content-encoding from a route's answer, so the route
 * sets this header instead, and our own server renames it (lib/boot/server/answer-coding.ts).
 */
export const CODING_HEADER = "x-portico-coding";
