/**
 * Uploads and documents (wire-facts.md "Document", "Neighbouring operations"): whole answers over real HTTP.
 */
import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentSchema, modelSchema } from "#lib/service/contract/records.ts";
import { formOf, makeProject, openModelService, untilRead, upload } from "#tests/support/model-service.ts";
import type { ModelService } from "#tests/support/model-service.ts";
import { until } from "#tests/support/until.ts";
import { signedWire, wire } from "#tests/support/wire.ts";
import type { Wire } from "#tests/support/wire.ts";

let stage: ModelService;
let first: Wire;
let documents: string;
const bytes = new TextEncoder().encode("Minutes of the meeting");

beforeAll(async () => {
  stage = await openModelService();
  first = stage.first;
  documents = `${stage.project}/document`;
});
afterAll(() => stage.stop());

async function countDocuments(): Promise<number> {
  const { body } = await first("GET", documents);
  return Array.isArray(body) ? body.length : -1;
}

describe("an upload", () => {
  test("of a file that is no model answers 201 with the whole record and starts nothing", async () => {
    const answer = await first(
      "POST",
      documents,
      formOf([
        ["name", "Minutes"],
        ["description", "of the first meeting"],
        ["file", bytes, "minutes 1.TXT"],
      ]),
    );
    expect(answer.status).toBe(201);
    const record = documentSchema.parse(answer.body);
    const [, cloudId, projectId] = /cloud\/(\d+)\/project\/(\d+)/.exec(stage.project) ?? [];
    const project = await first("GET", stage.project);
    expect(record).toEqual({
      id: record.id,
      name: "Minutes",
      file_name: "minutes 1.TXT",
      description: "of the first meeting",
      file: `${stage.service.baseUrl}/cloud/${String(cloudId)}/project/${String(projectId)}/document/${String(record.id)}/file`,
      file_type: "txt",
      size: bytes.length,
      parent_id: (project.body as { root_folder_id: number }).root_folder_id,
      project: Number(projectId),
      created_by: null,
      tags: [],
      visas: [],
      created_at: record.created_at,
      updated_at: record.updated_at,
      model_id: null,
      ifc_id: null,
      model_type: null,
      head_id: null,
      is_head_version: true,
    });
    expect((await first("GET", `${documents}/${String(record.id)}`)).body).toEqual(record);
  });

  test("takes its fields after the file as well, and file_name wins over the part's own name", async () => {
    const parts = formOf([
      ["file", bytes, "../../etc/passwd"],
      ["file_name", "C:\\plans\\ground\u202etxt.exe"],
      ["name", "Ground floor"],
    ]);
    const { status, body } = await first("POST", documents, parts);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "Ground floor", file_name: "groundtxt.exe" });
  });

  test.each(["tower.ifc", "TOWER.IFC", "tower.ifczip"])(
    "named %s becomes a model at once",
    async (fileName) => {
      const document = await upload(first, stage.project, fileName, bytes);
      expect(document.model_id).not.toBeNull();
      expect(document).toMatchObject({ ifc_id: document.model_id, model_type: "IFC" });
      const model = modelSchema.parse(
        (await first("GET", `${stage.project}/ifc/${String(document.model_id)}`)).body,
      );
      expect(model).toMatchObject({
        name: fileName,
        type: "IFC",
        source: "UPLOAD",
        document_id: document.id,
      });
      expect(model.document).toEqual(document);
    },
  );

  test("gives every complaint at once, in the words of the wire", async () => {
    const before = await countDocuments();
    const cases: [FormData | Record<string, unknown> | string, Record<string, string[]>][] = [
      [formOf([["name", "x"]]), { file: ["No file was submitted."] }],
      [formOf([["file", bytes]]), { name: ["This field is required."] }],
      [
        formOf([
          ["name", " "],
          ["file", "text"],
        ]),
        {
          name: ["This field may not be blank."],
          file: ["The submitted data was not a file. Check the encoding type on the form."],
        },
      ],
      [
        formOf([
          ["name", "x"],
          ["file", new Uint8Array(0)],
        ]),
        { file: ["The submitted file is empty."] },
      ],
      [
        formOf([
          ["name", "n".repeat(513)],
          ["model_source", "GUESS"],
          ["parent_id", "999999"],
          ["file", bytes],
        ]),
        {
          name: ["Ensure this field has no more than 512 characters."],
          model_source: ['"GUESS" is not a valid choice.'],
          parent_id: ['Invalid pk "999999" - object does not exist.'],
        },
      ],
      [
        formOf([
          ["name", "a\0b"],
          ["file", bytes],
        ]),
        { name: ["Null characters are not allowed."] },
      ],
      [
        { name: "x", file: "data" },
        { file: ["The submitted data was not a file. Check the encoding type on the form."] },
      ],
      [{}, { name: ["This field is required."], file: ["No file was submitted."] }],
    ];
    for (const [body, expected] of cases) {
      expect(await first("POST", documents, body)).toMatchObject({ status: 400, body: expected });
    }
    expect(await countDocuments()).toBe(before);
  });

  test("with a body that is no form is refused by its type, and a broken form by its form", async () => {
    const text = await first("POST", documents, "hello", { "content-type": "text/plain" });
    expect(text).toMatchObject({
      status: 415,
      body: { detail: 'Unsupported media type "text/plain" in request.' },
    });
    const json = await first("POST", documents, "{", { "content-type": "application/json" });
    expect(json.status).toBe(400);
    const broken: [string, string][] = [
      ["multipart/form-data", "x"],
      ["multipart/form-data; boundary=b", "nothing like it"],
      ["multipart/form-data; boundary=b", '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx'],
      [
        "multipart/form-data; boundary=b",
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.ifc"\r\n\r\nISO-10303-21;',
      ],
    ];
    const before = await countDocuments();
    for (const [type, body] of broken) {
      const answer = await first("POST", documents, body, { "content-type": type });
      expect(answer.status, body).toBe(400);
      expect(JSON.stringify(answer.body)).toMatch(/^{"detail":"Multipart form parse error - /);
    }
    const two = formOf([
      ["name", "x"],
      ["file", bytes],
      ["file", bytes],
    ]);
    expect(await first("POST", documents, two)).toMatchObject({
      status: 400,
      body: { detail: "Multipart form parse error - more than one file." },
    });
    expect(await countDocuments()).toBe(before);
  });

  test("that announces more than is taken is refused before it is sent", async () => {
    const { status, detail } = await announce(5 * 1024 ** 3);
    expect(status).toBe(413);
    expect(detail).toMatch(/4 GiB/);
  });

  test("keeps the bytes: what is downloaded is what was sent, for saving only", async () => {
    const sent = Uint8Array.from(randomBytes(3_000_000));
    const name = 'plan "A" ñ\r\nSet-Cookie: x.bin';
    const document = await upload(first, stage.project, name.replace("\r\n", ""), sent);
    const { pathname } = new URL(document.file);
    const response = await fetch(`${stage.service.baseUrl}${pathname.replace(/^\/service/, "")}`, {
      headers: { authorization: `Bearer ${await stage.service.tokenOf(stage.service.first)}` },
    });
    const received = Buffer.from(await response.arrayBuffer());
    expect(createHash("sha256").update(received).digest("hex")).toBe(
      createHash("sha256").update(sent).digest("hex"),
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
    });
    // The product's framework frames answers by itself; where a length is stated it is the true one.
    expect(response.headers.get("content-length") ?? "3000000").toBe("3000000");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''\S+$/,
    );
  });
});

describe("the documents of a project", () => {
  test("belong to the application: for another one they do not exist", async () => {
    const document = await upload(first, stage.project, "ours.txt", bytes);
    const path = `${documents}/${String(document.id)}`;
    const notFound = { status: 404, body: { detail: "Not found." } };
    expect(await stage.second("GET", documents)).toMatchObject(notFound);
    expect(await stage.second("POST", documents, formOf([["file", bytes]]))).toMatchObject(notFound);
    expect(await stage.second("GET", path)).toMatchObject(notFound);
    expect(await stage.second("GET", `${path}/file`)).toMatchObject(notFound);
    expect(await stage.second("DELETE", path)).toMatchObject(notFound);
    const elsewhere = await makeProject(stage.second);
    expect(await stage.second("GET", `${elsewhere}/document/${String(document.id)}`)).toMatchObject(notFound);
    expect((await first("GET", path)).status).toBe(200);
  });

  test("need a token and a scope", async () => {
    const nobody = wire(stage.service.baseUrl, null);
    expect((await nobody("POST", documents, formOf([["file", bytes]]))).status).toBe(401);
    const reader = await signedWire(stage.service.baseUrl, stage.service.reader);
    expect(await reader("POST", documents, formOf([["file", bytes]]))).toMatchObject({
      status: 403,
      body: { detail: "You do not have permission to perform this action." },
    });
  });

  test("go with their model and their files when they are deleted, and a project forgets its main model", async () => {
    const fixture = await readFile("tests/fixtures/ifc/air-terminal-propertykinds-ifc4.ifc");
    const document = await upload(first, stage.project, "terminal.ifc", Uint8Array.from(fixture));
    const model = await untilRead(first, stage.project, document.model_id);
    expect(model.status).toBe("C");
    await first("PATCH", stage.project, { main_model_id: model.id });
    const { fileKey } = await stage.service.db.serviceDocument.findUniqueOrThrow({
      where: { id: document.id },
    });
    expect(await stage.storage.exists(fileKey)).toBe(true);

    const answer = await first("DELETE", `${documents}/${String(document.id)}`);
    expect(answer).toMatchObject({ status: 204, body: null });
    expect((await first("GET", `${stage.project}/ifc/${String(model.id)}`)).status).toBe(404);
    expect((await first("GET", stage.project)).body).toMatchObject({ main_model_id: null });
    await until("the stored file is gone", async () => !(await stage.storage.exists(fileKey)));
    expect((await first("DELETE", `${documents}/${String(document.id)}`)).status).toBe(404);
  });
});

/** Sends the head of an upload only, with a length, and returns the answer that comes. */
async function announce(contentLength: number): Promise<{ status: number; detail: unknown }> {
  const token = await stage.service.tokenOf(stage.service.first);
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      `${stage.service.baseUrl}${documents}`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "multipart/form-data; boundary=b",
          "content-length": contentLength,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          sending.destroy();
          resolve({
            status: response.statusCode ?? 0,
            detail: (JSON.parse(text) as { detail: unknown }).detail,
          });
        });
      },
    );
    sending.on("error", reject);
    sending.flushHeaders();
  });
}
