/** GET …/document/{d}/file: what a document's `file` points to on this service. */
import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { upload } from "#tests/support/model-service.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeDocument } from "#tests/support/operations/stage.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

testOperation("downloadDocument", (operation) => {
  const download = async (path: string): Promise<Response> => {
    const { service } = operation.stage();
    const headers = { authorization: `Bearer ${await service.tokenOf(service.first)}` };
    const response = await fetch(`${service.baseUrl}${path}`, { headers });
    operation.saw(response.status);
    return response;
  };

  test("200 with the bytes that were sent, for saving only", async () => {
    const { first, project, baseUrl } = operation.stage();
    const sent = Uint8Array.from(randomBytes(3_000_000));
    const document = await upload(first, project, 'plan "A" ñSet-Cookie: x.bin', sent);
    const response = await download(document.file.replace(baseUrl, ""));
    const received = new Uint8Array(await response.arrayBuffer());
    expect({ status: response.status, bytes: sha256(received) }).toEqual({
      status: 200,
      bytes: sha256(sent),
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "3000000",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''\S+$/,
    );
  });

  test("404 that says so for a stored file that is gone", async () => {
    const { service, storage } = operation.stage();
    const ids = await makeDocument(operation.stage());
    const { fileKey } = await service.db.serviceDocument.findUniqueOrThrow({
      where: { id: Number(ids["documentId"]) },
    });
    await storage.delete(fileKey);
    const body = { detail: "The stored file is not there any more." };
    expect(await operation.call({ ids })).toEqual({ status: 404, body });
  });
});
