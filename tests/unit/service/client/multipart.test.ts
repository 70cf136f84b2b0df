import { describe, expect, test } from "vitest";
import { createMultipart } from "#lib/service/client/multipart.ts";

async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(body)).toString("utf8");
}

describe("a multipart body", () => {
  test("is read back by an independent parser, names and bytes equal", async () => {
    async function* content(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("a\r\n--x"));
    }
    const fileName = 'Kopgebouw "C" – 1.ifc';
    const form = createMultipart(
      { name: "Kopgebouw\u00a0C" },
      { fieldName: "file", fileName, content: content() },
    );
    const body = await text(form.iterate());
    expect(Buffer.byteLength(body)).toBe(form.overheadBytes + 6);
    const parsed = await new Response(body, { headers: { "content-type": form.contentType } }).formData();
    expect(parsed.get("name")).toBe("Kopgebouw\u00a0C");
    const file = parsed.get("file");
    expect(file).toBeInstanceOf(File);
    expect((file as File).name).toBe(fileName);
    expect(await (file as File).text()).toBe("a\r\n--x");
  });

  test("a name cannot open another part or field", async () => {
    async function* content(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("x"));
    }
    const fileName = 'a"\r\nContent-Disposition: form-data; name="evil"\r\n\r\n.ifc';
    const form = createMultipart({}, { fieldName: "file", fileName, content: content() });
    const body = await text(form.iterate());
    const parsed = await new Response(body, { headers: { "content-type": form.contentType } }).formData();
    expect([...parsed.keys()]).toEqual(["file"]);
  });
});
