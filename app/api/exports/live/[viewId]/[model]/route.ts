import { defineTokenRoute } from "#app/_server/token-route.ts";
import { attachmentHeader } from "#lib/features/exports/file-name.ts";
import { readLiveModel } from "#lib/features/views/live-address.ts";
import { openLiveCsv } from "#lib/features/views/live.ts";

type Params = { viewId: string; model: string };

const NAMES_MAX = 20;

export const dynamic = "force-dynamic";

/** The CSV of a view over a model as it is now: docs/decisions/0026-views-and-tokens.md */
const answer = defineTokenRoute<Params>({
  name: "exports.live",
  run: async (request, { viewId, model }, actor) => {
    const live = await openLiveCsv(actor, {
      viewId,
      ...readLiveModel(model),
      ifNoneMatch: request.headers.get("if-none-match"),
      withBody: request.method !== "HEAD",
      signal: request.signal,
    });
    const headers = new Headers({
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": attachmentHeader(live.fileName),
      ETag: live.etag,
      // Kept by nobody but the program itself, which asks each time whether it still holds.
      "Cache-Control": "private, no-cache, no-transform",
      Vary: "Authorization",
      "X-Content-Type-Options": "nosniff",
      "X-Portico-Read-At": live.readAt.toISOString(),
    });
    if (live.absentClasses.length > 0) headers.set("X-Portico-Absent-Classes", live.absentClasses.join(", "));
    if (!live.isModified) return new Response(null, { status: 304, headers });
    if (live.body === null) return new Response(null, { headers });
    headers.set("X-Portico-Rows", String(live.body.rows));
    const { columns, conditions } = live.body.absent;
    headers.set("X-Portico-Absent-Columns", String(columns.length));
    headers.set("X-Portico-Absent-Conditions", String(conditions.length));
    if (columns.length + conditions.length > 0)
      headers.set("X-Portico-Absent", namesHeader([...columns, ...conditions]));
    return new Response(live.body.stream, { headers });
  },
});

/** Names joined with commas, percent-encoded (RFC 3986 section 2.1), because they may be in any script; the first of very many. */
function namesHeader(names: readonly string[]): string {
  return [...new Set(names)].slice(0, NAMES_MAX).map(encodeURIComponent).join(", ");
}

export const GET = answer;
export const HEAD = answer;
