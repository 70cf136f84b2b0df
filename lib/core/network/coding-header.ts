/**
 * How a route says that its body is coded already. Next removes content-encoding from whatever a route answers, so a route sets this header
 * in its place, and our own server gives it its name back (lib/boot/server/answer-coding.ts).
 */
export const CODING_HEADER = "x-portico-coding";
