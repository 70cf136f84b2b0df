/**
 * Checks the service's answers against its own OpenAPI description with an independent JSON Schema validator: every call of a contract test
 * passes through here, so an undescribed answer fails its test.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Media = Record<string, { schema: unknown }>;
type Answer = { $ref?: string; content?: Media };
type Described = { responses: Record<string, Answer> };
type Document = { paths: Record<string, Record<string, Described>> };

export type Description = {
  document: Document;
  /** What is wrong with an answer; null when it matches, or when the address is not described. */
  judge(call: { method: string; path: string; status: number; type: string; body: unknown }): string | null;
};

const ready = new Map<string, Promise<Description>>();

/** The description served at this base address, read once per process. */
export function readDescription(baseUrl: string): Promise<Description> {
  const known = ready.get(baseUrl) ?? load(baseUrl);
  ready.set(baseUrl, known);
  return known;
}

async function load(baseUrl: string): Promise<Description> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (!response.ok) throw new Error(`The description answered ${String(response.status)}.`);
  const document = (await response.json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  ajv.addFormat("binary", true);
  ajv.addSchema({ $id: "service", ...document });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `service#${pointer}` });
    validators.set(pointer, validator);
    return validator;
  };
  const patterns = Object.keys(document.paths).map((path) => ({
    path,
    // Literal paths first: in `/project/subtree`, "subtree" is no project.
    pattern: new RegExp(
      `^${path.replace(/\{(\w+)\}/g, (_all, name: string) => (name.endsWith("_id") ? "[1-9]\\d*" : "[^/]+"))}$`,
    ),
  }));
  patterns.sort((a, b) => countOf(a.path) - countOf(b.path));
  return {
    document,
    judge: ({ method, path, status, type, body }) => {
      const found = patterns.find(({ pattern }) => pattern.test(path.split("?")[0] ?? ""));
      const described = found && document.paths[found.path]?.[method.toLowerCase()];
      if (found === undefined || described === undefined) return null;
      const name = `${method} ${found.path} → ${String(status)}`;
      if (status === 304) return null;
      const answer = described.responses[String(status)];
      if (answer === undefined) return `${name} is not described.`;
      const at =
        answer.$ref === undefined
          ? `/paths/${escape(found.path)}/${method.toLowerCase()}/responses/${String(status)}`
          : answer.$ref.slice(1);
      const content =
        answer.$ref === undefined ? answer.content : sharedAnswer(document, answer.$ref).content;
      if (content === undefined) return body === null ? null : `${name} has a body that is not described.`;
      const media = type.split(";")[0]?.trim() ?? "";
      if (content[media] === undefined)
        return `${name} has the media type "${type}", which is not described.`;
      if (media !== "application/json") return null;
      const validate = validatorOf(`${at}/content/${escape(media)}/schema`);
      return validate(body)
        ? null
        : `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`;
    },
  };
}

function sharedAnswer(document: Document, reference: string): Answer {
  const parts = reference.slice(2).split("/");
  return parts.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Answer;
}

function countOf(path: string): number {
  return path.split("{").length;
}

/** RFC 6901, inside a URI fragment. */
function escape(text: string): string {
  return encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
}
