/**
 * Changed bodies on the route that creates projects, as JSON, forms and multipart, in this process against the real handler and a
 * real PostgreSQL. Each gives either 201 with a row that matches a plain reading of the body, or 400 in the wire's shape and no row. Never
 * a fault, never a row of another cloud, never a value that was not sent.
 */
import { expect, test } from "vitest";
import type { ServiceProjectModel } from "#lib/db/client.ts";
import { projectSchema, type ProjectRecord } from "#lib/service/contract/records.ts";
import { JSON_TOKENS, mutate, randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken, wire } from "#tests/support/wire.ts";

const BATCH = 50;
const REPEATS = repeatsOf(10_000);
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=b7";

process.env["PORTICO_SERVICE_RATE"] = "0";
const service = await useServiceServer();
const token = await fetchToken(service.baseUrl, await service.register("sender"));
const handle = (await import("#lib/service/server/handle.ts")).handleServiceRequest;
const call = wire(service.baseUrl, token);
const make = async (path: string): Promise<number> =>
  ((await call("POST", path, { name: "Quay" })).body as { id: number }).id;
const cloudId = await make("/cloud");
const otherParentId = await make(`/cloud/${String(await make("/cloud"))}/project`);
const parentId = await make(`/cloud/${String(cloudId)}/project`);

const TOKENS: readonly string[] = [
  ...JSON_TOKENS,
  "\\ud83d",
  "\r\n",
  "\r\n\r\n",
  "--",
  "=",
  "&",
  "1e3",
  "99999999999999999999",
  "A",
  "D",
  "Z",
  "+",
  "%",
  "%00",
  "%zz",
  "%F0%9F",
  "%ED%A0%80",
  "&name=",
  "&status=D",
  "&parent_id=",
  '"name":null,',
  '"name":7,',
  '"status":"D",',
  '"id":1,',
  '"cloud_id":1,',
  '"cloudId":1,',
  '"__proto__":{"name":"x"},',
  '"created_at":"2001-01-01T00:00:00Z",',
  "--b7\r\n",
  "\r\n--b7--\r\n",
  "Content-Disposition: form-data; ",
  'name="name"',
  'name="logo"; filename="x"',
  "Content-Type: text/plain; charset=utf-16\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "filename*=utf-8''x",
  ...["\x89PNG\r\n\x1a\n", "\xc0\x80", "' OR 1=1 --", "${7*7}"],
];

/** Fields of a good body; the ids are those of the running test. */
function fields(): Record<string, string | number> {
  const description = "Über alles – 北 \u{1f3d7}";
  return { name: "Phase 2", description, status: "A", parent_id: parentId };
}

function asMultipart(): string {
  const parts = Object.entries(fields()).map(
    ([name, value]) => `--b7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  return `${parts.join("")}--b7--\r\n`;
}

type Encoding = {
  type: string;
  whole: () => string;
  /** A field according to an independent reading of the body; null if a plain reading cannot tell. */
  read: (bytes: Buffer, name: string) => unknown;
};

type Sent = { encoding: Encoding; bytes: Buffer };

const ENCODINGS: readonly Encoding[] = [
  {
    type: JSON_TYPE,
    whole: () => JSON.stringify(fields()),
    read: (bytes, name) => (JSON.parse(bytes.toString("utf8")) as Record<string, unknown>)[name],
  },
  {
    type: FORM,
    whole: () => new URLSearchParams(Object.entries(fields()).map(([k, v]) => [k, String(v)])).toString(),
    read: (bytes, name) => new URLSearchParams(bytes.toString("utf8")).getAll(name).at(-1),
  },
  { type: MULTIPART, whole: asMultipart, read: () => null },
];

function send(type: string, bytes: Buffer): Promise<Response> {
  const url = `${service.baseUrl}/cloud/${String(cloudId)}/project`;
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  return handle(new Request(url, { method: "POST", headers, body: Uint8Array.from(bytes) }));
}

/** How a text of the body is stored in a row. */
const kept = (sent: unknown): unknown => (typeof sent === "string" ? sent.trim() : sent);

function expectAsSent(row: ServiceProjectModel, { type, read }: Encoding, bytes: Buffer): void {
  expect(row.cloudId).toBe(cloudId);
  expect(row.mainModelId).toBeNull();
  expect([null, parentId]).toContain(row.parentId);
  expect(["A", "D"]).toContain(row.status);
  expect(Date.now() - row.createdAt.getTime()).toBeLessThan(3_600_000);
  if (type === MULTIPART) {
    expect(bytes.includes(row.name)).toBe(true);
    if (row.description !== null) expect(bytes.includes(row.description)).toBe(true);
    return;
  }
  expect(row.name).toBe(kept(read(bytes, "name")));
  expect(row.description).toBe(kept(read(bytes, "description")) ?? null);
  expect(row.status).toBe(read(bytes, "status") ?? "A");
  const parent = read(bytes, "parent_id");
  expect(row.parentId).toBe(parent === undefined || parent === null || parent === "" ? null : Number(parent));
}

/** The created record, or null for a body that was refused in the wire's shape. */
async function judgeOne({ encoding, bytes }: Sent): Promise<ProjectRecord | null> {
  const response = await send(encoding.type, bytes);
  const body: unknown = await response.json();
  const what = `${encoding.type} ${JSON.stringify(bytes.toString("latin1"))}`;
  expect([201, 400], what).toContain(response.status);
  if (response.status === 201) return projectSchema.parse(body);
  for (const [field, said] of Object.entries(body as object)) {
    const sentences: unknown[] = field === "detail" ? [said] : (said as unknown[]);
    expect(sentences, what).not.toHaveLength(0);
    for (const sentence of sentences) expect(sentence, what).toEqual(expect.stringMatching(/\S/));
  }
  return null;
}

/** Compares the rows of a batch with its answers and its bodies. */
async function expectRows(batch: readonly Sent[], answers: readonly (ProjectRecord | null)[]): Promise<void> {
  const ids = answers.flatMap((answer) => answer?.id ?? []);
  const rows = await service.db.serviceProject.findMany({ where: { id: { in: ids } } });
  expect(rows).toHaveLength(ids.length);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [index, { encoding, bytes }] of batch.entries()) {
    const row = byId.get(answers[index]?.id ?? 0);
    if (row === undefined) continue;
    expect(answers[index]).toMatchObject({ name: row.name, description: row.description });
    expectAsSent(row, encoding, bytes);
  }
}

test("changed bodies: a row as it was sent, or none", async () => {
  const random = randomNumbers(41);
  const before = await service.db.serviceProject.count();
  const own = Object.getOwnPropertyNames(Object.prototype).length;
  const counts = new Map<string, number>();
  let done = 0;
  while (done < REPEATS) {
    const batch = Array.from({ length: BATCH }, (_none, index) => {
      const encoding = ENCODINGS[(done + index) % ENCODINGS.length] ?? ENCODINGS[0];
      if (encoding === undefined) throw new Error("There is no encoding.");
      return { encoding, bytes: mutate(Buffer.from(encoding.whole()), random, TOKENS) };
    });
    const answers = await Promise.all(batch.map(judgeOne));
    await expectRows(batch, answers);
    for (const [index, answer] of answers.entries()) {
      const key = `${batch[index]?.encoding.type ?? ""} ${answer === null ? "400" : "201"}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    done += BATCH;
  }
  const created = [...counts].reduce((sum, [key, count]) => (key.endsWith("201") ? sum + count : sum), 0);
  expect(await service.db.serviceProject.count()).toBe(before + created);
  expect(await service.db.serviceProject.count({ where: { parentId: otherParentId } })).toBe(0);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(own);
  // Every encoding gets both answers, many times.
  expect(counts.size).toBe(6);
  expect(Math.min(...counts.values())).toBeGreaterThan(REPEATS * 0.03);
});
