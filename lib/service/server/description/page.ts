/** The OpenAPI description as a page for people: plain HTML without scripts, everything escaped. It adds nothing to the description. */
import { createHash } from "node:crypto";
import type { OpenApiDocument } from "#lib/service/contract/openapi/document.ts";
import { STYLE } from "./style.ts";

/** For the page's Content-Security-Policy. */
export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

type Schema = Record<string, unknown>;

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema: Schema }> }
  >;
};

type Entry = { method: string; path: string; operation: Operation };

/** One HTML document with all operations and records. */
export function renderPage(document: OpenApiDocument): string {
  const entries = entriesOf(document);
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = document.components["schemas"] as Record<string, Schema>;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(document.info.title)}</h1>
${document.info.description
  .split("\n")
  .map((line) => `<p>${inline(line)}</p>`)
  .join("\n")}
<p>Base and authentication address: <code>${escape(document.servers[0]?.url ?? "")}</code> · <a href="openapi.json">OpenAPI ${escape(document.openapi)} description</a></p>
</header>
<nav aria-label="Operations">
${groups.map(renderGroupLinks).join("\n")}
<section><h2>Records</h2><ul>${Object.keys(schemas)
    .map((name) => `<li><a href="#record-${escape(name)}">${escape(name)}</a></li>`)
    .join("")}</ul></section>
</nav>
<main>
${groups.map((group) => `<h2>${escape(group.name)}</h2>\n${group.entries.map((entry) => renderEntry(entry, document)).join("\n")}`).join("\n")}
<h2>Records</h2>
${Object.entries(schemas)
  .map(([name, schema]) => renderRecord(name, schema))
  .join("\n")}
</main>
</body>
</html>
`;
}

/** Leaves out the aliases under /model, which the introduction mentions once. */
function entriesOf(document: OpenApiDocument): Entry[] {
  return Object.entries(document.paths)
    .filter(([path]) => !path.includes("/model"))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: operation as Operation,
      })),
    );
}

function renderGroupLinks({ name, entries }: { name: string; entries: Entry[] }): string {
  const links = entries.map(
    ({ operation }) =>
      `<li><a href="#${escape(operation.operationId)}">${escape(operation.summary)}</a></li>`,
  );
  return `<section><h2>${escape(name)}</h2><ul>${links.join("")}</ul></section>`;
}

function renderEntry({ method, path, operation }: Entry, document: OpenApiDocument): string {
  const scopes = operation.security.flatMap((way) => way["token"] ?? []);
  const media = Object.keys(operation.requestBody?.content ?? {});
  const body = Object.values(operation.requestBody?.content ?? {}).at(-1)?.schema;
  return `<article id="${escape(operation.operationId)}">
<h3>${escape(operation.summary)}</h3>
<p class="call"><b>${method}</b> <code>${escape(path)}</code></p>
${operation.description === undefined ? "" : `<p>${inline(operation.description)}</p>`}
${scopes.length === 0 ? "" : `<p>Scope: ${scopes.map((scope) => `<code>${escape(scope)}</code>`).join(" or ")}</p>`}
${renderQuery(operation)}
${body === undefined ? "" : `<h4>Body</h4><p class="small">${media.map(escape).join(" · ")}</p>${renderFields(body)}`}
<h4>Answers</h4>
<table><tbody>${Object.entries(operation.responses)
    .map(([status, answer]) => renderAnswer(status, answer, document))
    .join("")}</tbody></table>
</article>`;
}

function renderQuery({ parameters = [] }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === "query");
  if (query.length === 0) return "";
  const rows = query.map(
    ({ name, schema, description = "" }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${typeOf(schema)}</td><td>${inline(description)}</td></tr>`,
  );
  return `<h4>Query</h4><table><tbody>${rows.join("")}</tbody></table>`;
}

function renderAnswer(
  status: string,
  answer: Operation["responses"][string],
  document: OpenApiDocument,
): string {
  const shared = document.components["responses"] as Record<string, Operation["responses"][string]>;
  const { description = "", content } =
    answer.$ref === undefined ? answer : (shared[answer.$ref.split("/").at(-1) ?? ""] ?? {});
  const schema = Object.values(content ?? {})[0]?.schema;
  return `<tr><td><code>${escape(status)}</code></td><td>${inline(description)}</td><td>${schema === undefined ? "" : typeOf(schema)}</td></tr>`;
}

function renderRecord(name: string, schema: Schema): string {
  return `<article id="record-${escape(name)}"><h3>${escape(name)}</h3>${renderFields(schema)}</article>`;
}

function renderFields(schema: Schema): string {
  const properties = schema["properties"] as Record<string, Schema> | undefined;
  if (properties === undefined) return `<p>${typeOf(schema)}</p>`;
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description } = property;
    return `<tr><td><code>${escape(name)}</code>${required.has(name) ? "" : ' <span class="small">optional</span>'}</td><td>${typeOf(property)}</td><td>${typeof description === "string" ? inline(description) : ""}</td></tr>`;
  });
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

/** Describes a schema in a few words: a link to the record, or the kinds of values. */
function typeOf(schema: Schema): string {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = escape(reference.split("/").at(-1) ?? "");
    return `<a href="#record-${name}">${name}</a>`;
  }
  const choices = schema["anyOf"] as Schema[] | undefined;
  if (choices !== undefined) return choices.map(typeOf).join(" or ");
  if (schema["const"] !== undefined) return `<code>${escape(JSON.stringify(schema["const"]))}</code>`;
  const values = schema["enum"] as unknown[] | undefined;
  if (values !== undefined) return values.map((value) => `<code>${escape(String(value))}</code>`).join(" ");
  if (schema["type"] === "array") return `list of ${typeOf((schema["items"] as Schema | undefined) ?? {})}`;
  const map = schema["additionalProperties"];
  if (typeof map === "object" && map !== null && schema["properties"] === undefined)
    return `map to ${typeOf(map as Schema)}`;
  const type = schema["type"];
  const named = Array.isArray(type) ? type.join(" or ") : typeof type === "string" ? type : "anything";
  return escape([named, limitsOf(schema)].filter((part) => part !== "").join(", "));
}

function limitsOf(schema: Schema): string {
  const { maxLength, format } = schema;
  if (typeof maxLength === "number") return `at most ${String(maxLength)} characters`;
  return typeof format === "string" ? format : "";
}

/** Escaped, with `code` between backticks. */
function inline(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
