import { defineRoute } from "#app/_server/route.ts";
import { streamText } from "#app/_server/streams.ts";
import { verifyForPerson } from "#lib/features/audit/verification.ts";

/** Verifies the audit's chain and reports its progress, one JSON object per line; the last one has the result. */
export const POST = defineRoute({
  name: "audit.verify",
  permission: "audit:read",
  run: (_request, _params, actor) =>
    Promise.resolve(
      new Response(streamText(iterateLines(actor)), {
        headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" },
      }),
    ),
});

async function* iterateLines(actor: Parameters<typeof verifyForPerson>[0]): AsyncGenerator<string> {
  for await (const step of verifyForPerson(actor)) yield `${JSON.stringify(step)}\n`;
}
