/** POST …/project/{p}/document (docs/service "Document"). */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import type { DocumentRecord, ModelRecord } from "#lib/service/contract/records.ts";
import { formOf, untilRead, upload } from "#tests/support/model-service.ts";
import { refused, type Answer } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeDocument, wholeModel } from "#tests/support/operations/records.ts";
import { makeModel, makeProject, withSettings, type Ids } from "#tests/support/operations/stage.ts";
import { NOT_A_FILE } from "#tests/support/pixel.ts";

type Parts = Parameters<typeof formOf>[0];

const bytes = new TextEncoder().encode("Minutes of the meeting");

testOperation("uploadDocument", (operation) => {
  const { call } = operation;
  let ids: Ids;
  beforeAll(async () => {
    ids = await makeProject(operation.stage());
  });

  const send = (parts: Parts): Promise<Answer> => call({ ids, body: formOf(parts) });
  const countDocuments = async (): Promise<number> => ((await operation.read(ids)) as unknown[]).length;

  /** The expected answer for these bytes; only its id differs. */
  const created = ({ body }: Answer, fields: object): Answer => {
    const { id, model_id: modelId } = body as DocumentRecord;
    const own = { ...ids, documentId: String(id), ...(modelId === null ? {} : { modelId: String(modelId) }) };
    const plain = { file_type: "txt", size: bytes.length };
    return {
      status: 201,
      body: wholeDocument(operation.stage().baseUrl, own, { ...plain, ...fields }),
    };
  };

  test("201 with the whole record for a file that is no model; nothing is started", async () => {
    const { first } = operation.stage();
    const fields = { name: "Minutes", description: "of the first meeting" };
    const answer = await send([...Object.entries(fields), ["file", bytes, "minutes 1.TXT"]]);
    const { body: project } = await first("GET", operation.addressOf(ids).replace(/\/document$/, ""));
    expect(answer).toEqual(
      created(answer, {
        ...fields,
        file_name: "minutes 1.TXT",
        parent_id: (project as { root_folder_id: number }).root_folder_id,
        model_id: null,
      }),
    );
    const path = `${operation.addressOf(ids)}/${String((answer.body as DocumentRecord).id)}`;
    expect((await first("GET", path)).body).toEqual(answer.body);
  });

  test("201 with fields after the file; file_name wins over the part's own name; every field is kept", async () => {
    const { first } = operation.stage();
    const { body } = await first("GET", operation.addressOf(ids).replace(/\/document$/, ""));
    const root = String((body as { root_folder_id: number }).root_folder_id);
    const answer = await send([
      ["file", bytes, "../../etc/passwd"],
      ["file_name", "C:\\plans\\ground\u202etxt.exe"],
      ["name", "Ground floor"],
      ["parent_id", root],
      ["model_source", "EXPORT"],
      ["description", ""],
    ]);
    expect(answer).toEqual(
      created(answer, {
        name: "Ground floor",
        file_name: "groundtxt.exe",
        file_type: "exe",
        description: "",
        parent_id: Number(root),
      }),
    );
  });

  test.each(["tower.ifc", "TOWER.IFC", "tower.ifczip"])(
    "201 for %s, and it is a model at once",
    async (name) => {
      const { first, baseUrl } = operation.stage();
      const parts: Parts = [["name", name], ["model_source", "OPTIMIZED"], ["file", bytes, name]]; // oxfmt-ignore
      const answer = await send(parts);
      const { id, model_id: modelId } = answer.body as DocumentRecord;
      const type = name.endsWith("zip") ? "ifczip" : "ifc";
      expect(modelId).toEqual(expect.any(Number));
      const fields = { name, file_name: name, file_type: type };
      expect(answer).toEqual(created(answer, fields));
      const project = operation.addressOf(ids).replace(/\/document$/, "");
      const model = (await untilRead(first, project, modelId)) satisfies ModelRecord;
      const own = { ...ids, documentId: String(id), modelId: String(modelId) };
      expect(model).toEqual(
        wholeModel(baseUrl, own, {
          name,
          source: "OPTIMIZED",
          status: "E",
          errors: [expect.any(String)],
          document: answer.body,
        }),
      );
    },
  );

  test("201 for a file without a name of its own is a model when the document's name says so", async () => {
    const answer = await send([["name", "tower.ifc"], ["file", bytes, "blob"]]); // oxfmt-ignore
    expect(answer).toEqual(created(answer, { name: "tower.ifc", file_name: "blob", file_type: null }));
    expect((answer.body as DocumentRecord).model_id).toEqual(expect.any(Number));
  });

  const text = new TextDecoder().decode(bytes);
  const listModels = async (place: Ids): Promise<number[]> => {
    const path = operation.addressOf(place).replace(/\/document$/, "/ifc");
    return ((await operation.stage().first("GET", path)).body as ModelRecord[]).map(({ id }) => id);
  };

  test("201 as the newest version of another document, whose model keeps its id and stays readable", async () => {
    const { first, baseUrl } = operation.stage();
    const place = await makeProject(operation.stage());
    const replaced = await makeModel(operation.stage(), place);
    const parts: Parts = [["successor_of", replaced.documentId], ["name", "tower 2.ifc"], ["file", bytes, "b.ifc"]]; // oxfmt-ignore
    const answer = await call({ ids: place, body: formOf(parts) });
    const { id, model_id: modelId } = answer.body as DocumentRecord;
    const own = { ...place, documentId: String(id), modelId: String(modelId) };
    const fields = { name: "tower 2.ifc", file_name: "b.ifc", size: bytes.length, history_count: 1 };
    expect(answer).toEqual({ status: 201, body: wholeDocument(baseUrl, own, fields) });
    expect(await listModels(place)).toEqual([modelId]);
    const project = operation.addressOf(place).replace(/\/document$/, "");
    const older = await first("GET", `${project}/ifc/${replaced.modelId}`);
    const document = wholeDocument(baseUrl, replaced, { head_id: id, is_head_version: false });
    expect(older).toMatchObject({ status: 200, body: { status: "C", document } });
    const elements = await first("GET", `${project}/ifc/${replaced.modelId}/element/simple`);
    expect(Object.keys(elements.body as object).length).toBeGreaterThan(0);
  });

  test("201 after a version that has been replaced already: the same series has a newer head", async () => {
    const place = await makeProject(operation.stage());
    const oldest = await makeModel(operation.stage(), place, text);
    const middle = await makeModel(operation.stage(), place, text, oldest.documentId);
    const newest = await makeModel(operation.stage(), place, text, oldest.documentId);
    expect(await listModels(place)).toEqual([Number(newest.modelId)]);
    const history = `${operation.addressOf(place)}/${newest.documentId}/history`;
    const older = (await operation.stage().first("GET", history)).body as DocumentRecord[];
    expect(older.map(({ id }) => String(id))).toEqual([middle.documentId, oldest.documentId]);
  });

  test("201 for eight at the same moment after the same one: one series, one head", async () => {
    const place = await makeProject(operation.stage());
    const { documentId } = await makeModel(operation.stage(), place, text);
    const parts: Parts = [["name", "a.ifc"], ["file", bytes, "a.ifc"], ["successor_of", documentId]]; // oxfmt-ignore
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call({ ids: place, body: formOf(parts) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    expect(await operation.read(place)).toMatchObject([
      { is_head_version: true, head_id: null, history_count: 8 },
    ]);
  });

  test("400 after a document that is absent, of another project, or another application's, in the same words", async () => {
    const { second } = operation.stage();
    const elsewhere = await makeModel(operation.stage(), await makeProject(operation.stage()), text);
    const cloud = (await second("POST", "/cloud", { name: "Theirs" })).body as { id: number };
    const project = await second("POST", `/cloud/${String(cloud.id)}/project`, { name: "Theirs" });
    const theirs = `/cloud/${String(cloud.id)}/project/${String((project.body as { id: number }).id)}`;
    const foreign = await upload(second, theirs, "theirs.ifc", bytes);
    const before = await countDocuments();
    for (const id of ["2147483000", elsewhere.documentId, String(foreign.id)]) {
      const parts: Parts = [["name", "a.ifc"], ["file", bytes, "a.ifc"], ["successor_of", id]]; // oxfmt-ignore
      expect(await send(parts)).toEqual(
        refused({ successor_of: [`Invalid pk "${id}" - object does not exist.`] }),
      );
    }
    expect(await countDocuments()).toBe(before);
    // Other tests read the other application's lists.
    expect((await second("DELETE", `/cloud/${String(cloud.id)}`)).status).toBe(204);
  });

  const tooLong = "Ensure this field has no more than 512 characters.";
  test.each<[what: string, body: () => unknown, sentences: Record<string, string[]>]>([
    ["no file", () => formOf([["name", "x"]]), { file: ["No file was submitted."] }],
    ["no name", () => formOf([["file", bytes]]), { name: ["This field is required."] }],
    [
      "a blank name and a text for a file",
      () => formOf([["name", " "], ["file", "text"]]),
      { name: ["This field may not be blank."], file: [NOT_A_FILE] },
    ],
    [
      "an empty file",
      () => formOf([["name", "x"], ["file", new Uint8Array(0)]]),
      { file: ["The submitted file is empty."] },
    ],
    [
      "a long name, a source that is none, a folder that is none",
      () => formOf([
        ["name", "n".repeat(513)], ["file_name", "n".repeat(513)], ["model_source", "GUESS"],
        ["parent_id", "999999"], ["file", bytes],
      ]),
      {
        name: [tooLong],
        file_name: [tooLong],
        model_source: ['"GUESS" is not a valid choice.'],
        parent_id: ['Invalid pk "999999" - object does not exist.'],
      },
    ],
    [
      "a folder and a predecessor that are no numbers",
      () => formOf([["name", "x"], ["parent_id", "x"], ["successor_of", "newest"], ["file", bytes]]),
      { parent_id: ["A valid integer is required."], successor_of: ["A valid integer is required."] },
    ],
    [
      "NUL in name and description",
      () => formOf([["name", "a\0b"], ["description", "\0"], ["file", bytes]]),
      { name: ["Null characters are not allowed."], description: ["Null characters are not allowed."] },
    ],
    ["a file in JSON", () => ({ name: "x", file: "data" }), { file: [NOT_A_FILE] }],
    ["a form, which can have no file", () => new URLSearchParams({ name: "x" }), { file: ["No file was submitted."] }],
    ["nothing", () => ({}), { name: ["This field is required."], file: ["No file was submitted."] }],
  ])("400 for %s, and nothing is kept", async (_what, body, sentences) => {
    const before = await countDocuments();
    expect(await call({ ids, body: body() })).toEqual(refused(sentences));
    expect(await countDocuments()).toBe(before);
  }); // oxfmt-ignore

  const part = 'Content-Disposition: form-data; name="file"; filename="a.ifc"\r\n\r\nISO-10303-21;';
  test.each([
    ["no boundary", "multipart/form-data", "x", "the boundary is missing."],
    ["nothing like parts", "multipart/form-data; boundary=b", "nothing like it", "the parts do not end where they should."],
    ["a file that does not end", "multipart/form-data; boundary=b", `--b\r\n${part}`, "the parts do not end where they should."],
  ])("400 for a multipart body with %s, and nothing is kept", async (_what, type, body, reason) => {
    const before = await countDocuments();
    const headers = { "content-type": type };
    expect(await call({ ids, body, headers })).toEqual(
      refused({ detail: `Multipart form parse error - ${reason}` }),
    );
    expect(await countDocuments()).toBe(before);
  }); // oxfmt-ignore

  test("400 for two files, for a field that is not UTF-8, for one longer than 64 KiB", async () => {
    const broken = (reason: string): Answer => refused({ detail: `Multipart form parse error - ${reason}` });
    expect(await send([["name", "x"], ["file", bytes], ["file", bytes]])).toEqual(broken("more than one file.")); // oxfmt-ignore
    expect(await send([["name", "x"], ["description", "d".repeat(70_000)], ["file", bytes]])).toEqual(broken("a field is longer than 64 KiB.")); // oxfmt-ignore
    const body = Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xff\r\n--b--\r\n`,
      "latin1",
    );
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    expect(await call({ ids, body, headers })).toEqual(broken("a field is not UTF-8."));
  });

  test("402 when the application's files may take no more, and nothing is kept", async () => {
    const stage = operation.stage();
    const before = await countDocuments();
    const answer = await withSettings(stage, stage.service.first, { storageBytesMax: 0n }, () =>
      send([["name", "x"], ["file", bytes]]),
    ); // oxfmt-ignore
    const detail =
      "The files of this application may take 0 bytes more, and this one is larger. Delete some, or ask the operator for more.";
    expect(answer).toEqual({ status: 402, body: { detail } });
    expect(await countDocuments()).toBe(before);
  });

  test("413 for what announces more than is taken, before it is sent", async () => {
    const answer = await announce(5 * 1024 ** 3);
    operation.saw(answer.status);
    const detail = "The file is larger than the 4 GiB that are taken here. Send the model in parts.";
    expect(answer).toEqual({ status: 413, body: { detail } });
  });

  /** Sends only the headers of an upload, with a length, and returns the answer that comes. */
  async function announce(contentLength: number): Promise<Answer> {
    const { service } = operation.stage();
    const headers = {
      authorization: `Bearer ${await service.tokenOf(service.first)}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": contentLength,
    };
    const url = `${service.baseUrl}${operation.addressOf(ids)}`;
    const sending = httpRequest(url, { method: "POST", headers });
    sending.on("error", () => undefined);
    sending.flushHeaders();
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    const body = await json(response);
    sending.destroy();
    return { status: response.statusCode ?? 0, body };
  }
});
