import { defineTokenRoute } from "#app/_server/token-route.ts";
import { attachmentHeader } from "#lib/core/network/attachment-header.ts";
import { CODING_HEADER } from "#lib/core/network/coding-header.ts";
import { readLiveModel } from "#lib/features/views/live-address.ts";
import { openLive, type LiveFile } from "#lib/features/views/live.ts";

type Params = { viewId: string; model: string };

/** The maximum number of names in one header, and of their characters. */
const NAMES_MAX = 20;
const NAMES_LENGTH_MAX = 2_000;

/** The current rows of a view over a model: docs/decisions/0026-views-and-tokens.md, 0062-live-addresses.md */
const answer = defineTokenRoute<Params>({
  name: "exports.live",
  run: async (request, { viewId, model }, actor) => {
    const asked = request.headers;
    const live = await openLive(actor, {
      viewId,
      ...readLiveModel(model),
      acceptEncoding: asked.get("accept-encoding"),
      ifMatch: asked.get("if-match"),
      ifNoneMatch: asked.get("if-none-match"),
      withBody: request.method !== "HEAD",
      signal: request.signal,
    });
    const headers = headersOf(live);
    if (live.outcome === "notModified") return new Response(null, { status: 304, headers });
    if (live.outcome === "preconditionFailed") return new Response(null, { status: 412, headers });
    const file = { "Content-Type": live.mediaType, "Content-Disposition": attachmentHeader(live.fileName) };
    for (const [name, value] of Object.entries(file)) headers.set(name, value);
    if (live.coding !== "identity") headers.set(CODING_HEADER, live.coding);
    if (live.body === null) return new Response(null, { headers });
    headers.set("X-Portico-Rows", String(live.body.rows));
    return new Response(live.body.stream, { headers });
  },
});

/** The headers of an answer with or without the file (RFC 9110 section 15.4.5). */
function headersOf({
  etag,
  model,
  readAt,
  absent,
  absentClasses,
  newColumns,
  otherUnits,
}: LiveFile): Headers {
  const headers = new Headers({
    ETag: etag,
    // Only the program itself may cache it, and has to ask each time whether it is still current.
    "Cache-Control": "private, no-cache, no-transform",
    Vary: "Authorization, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    "X-Portico-Model": String(model.modelId),
    "X-Portico-Read-At": readAt.toISOString(),
    "X-Portico-Absent-Columns": String(absent.columns.length),
    "X-Portico-Absent-Conditions": String(absent.conditions.length),
    "X-Portico-New-Columns": String(newColumns.length),
  });
  const named = {
    "X-Portico-Absent": [...absent.columns, ...absent.conditions],
    "X-Portico-New": newColumns,
    "X-Portico-Other-Units": otherUnits.map(
      ({ column, then, now }) => `${column}: ${then ?? "not stated"}, now ${now ?? "not stated"}`,
    ),
  };
  if (model.series !== null) headers.set("X-Portico-Version", String(model.series.number));
  if (absentClasses.length > 0) headers.set("X-Portico-Absent-Classes", absentClasses.join(", "));
  for (const [name, names] of Object.entries(named))
    if (names.length > 0) headers.set(name, namesHeader(names));
  return headers;
}

/**
 * Names joined with commas, percent-encoded (RFC 3986 section 2.1), because they may be in any script; only the first ones of very many.
 */
function namesHeader(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of new Set(names)) {
    const encoded = encodeURIComponent(name.toWellFormed());
    length += encoded.length + 2;
    if (shown.length === NAMES_MAX || length > NAMES_LENGTH_MAX) break;
    shown.push(encoded);
  }
  return shown.join(", ");
}

export const GET = answer;
export const HEAD = answer;
