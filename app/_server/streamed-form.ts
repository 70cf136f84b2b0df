import "server-only";
import type { z } from "zod";
import type { Actor } from "#lib/auth/actor.ts";
import { validation } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { answerForm, type FormDefinition } from "./action.ts";

/**
 * Answers a form with one JSON object a line: `{ told }` for each thing that is found out on the way, at the end `{ answer }`, which is what
 * the form's server action answers. For `run` of `defineRoute`; whoever leaves the page aborts `signal`.
 */
export async function streamForm<S extends z.ZodType, T>(
  definition: FormDefinition<S, T> & {
    run: (input: z.output<S>, watch: { tell: (told: object) => void; signal: AbortSignal }) => Promise<T>;
  },
  request: Request,
  actor: Actor,
): Promise<Response> {
  const form = await readForm(request);
  const encoder = new TextEncoder();
  const { signal } = request;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (line: object): void => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      const tell = (told: object): void => {
        send({ told });
      };
      const answer = await answerForm(definition, form, (parse, setRequestId, setActor) => {
        setRequestId(actor.requestId);
        setActor(actor);
        return definition.run(parse(), { tell, signal });
      });
      send({ answer });
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
