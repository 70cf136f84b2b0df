/**
 * Headers that every answer carries, whoever gives it: Next for the pages (next.config.js), our own server for the rest (edge.ts,
 * service-answers.ts). Names in lower case, so that an answer's own header replaces one of these.
 */
export const SECURITY_HEADERS = Object.freeze({
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
});
