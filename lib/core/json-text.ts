/** JSON as text in forms and addresses. Shared with client code. */
import { z } from "zod";

/** For `transform`: the value of a JSON text, of any form. @param problem what is said of a text that is no JSON */
export function parsedJson(problem: () => string) {
  return (text: string, context: z.RefinementCtx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: problem() });
      return z.NEVER;
    }
  };
}
