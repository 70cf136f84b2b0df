import "server-only";
import type { z } from "zod";
import type { Actor, Permission } from "#lib/auth/actor.ts";
import { validation } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { answerForm, type FormDefinition } from "./action.ts";
import { defineRoute } from "./route.ts";

type Watch = { tell: (told: object) => void; signal: AbortSignal };

/**
 * A route that answers a form with one JSON object a line: `{ told }` for each thing that is found out on the way, at the end `{ answer }`,
 * which is what the form's server action answers. Whoever leaves the page aborts `signal`.
 */
export function defineStreamedFormRoute<S extends z.ZodType, T>(
  definition: FormDefinition<S, T> & {
    permission: Permission;
    run: (input: z.output<S>, actor: Actor, watch: Watch) => Promise<T>;
  },
): ReturnType<typeof defineRoute> {
  const { name, permission, run } = definition;
  return defineRoute({
    name,
    permission,
    run: async (request, _params, actor) => {
      const form = await readForm(request);
      const { signal } = request;
      return streamLines(signal, async (send) => {
        const tell = (told: object): void => send({ told });
        const answer = await answerForm(definition, form, (parse, setRequestId, setActor) => {
          setRequestId(actor.requestId);
          setActor(actor);
          return run(parse(), actor, { tell, signal });
        });
        send({ answer });
      });
    },
  });
}

/** One JSON object a line, until `write` has ended or nobody listens any more. */
function streamLines(signal: AbortSignal, write: (send: (line: object) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      await write((line) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      });
      if (!signal.aborted) controller.close();
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" },
  });
}

async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw validation({}, say("The form did not arrive whole. Nothing was done. Send the form again."));
  }
}
