import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createMultipart } from "#lib/service/client/multipart.ts";

const fileOf = (fileName: string, content: string) => ({
  fieldName: "file",
  fileName,
  content: Readable.from([Buffer.from(content)]),
});

async function formOf(form: ReturnType<typeof createMultipart>) {
  const body = Buffer.concat(await Array.fromAsync(form.iterate()));
  const parsed = await new Response(body, { headers: { "content-type": form.contentType } }).formData();
  return { bytes: body.length, parsed };
}

describe("a multipart body", () => {
  test("is read back by an independent parser, names and bytes equal", async () => {
    const fileName = 'Kopgebouw "C" – 1.ifc';
    const form = createMultipart({ name: "Kopgebouw\u00a0C" }, fileOf(fileName, "a\r\n--x"));
    const { bytes, parsed } = await formOf(form);
    expect(bytes).toBe(form.overheadBytes + 6);
    expect(parsed.get("name")).toBe("Kopgebouw\u00a0C");
    const file = parsed.get("file");
    expect(file).toBeInstanceOf(File);
    expect((file as File).name).toBe(fileName);
    expect(await (file as File).text()).toBe("a\r\n--x");
  });

  test("a name cannot open another part or field", async () => {
    const fileName = 'a"\r\nContent-Disposition: form-data; name="evil"\r\n\r\n.ifc';
    const { parsed } = await formOf(createMultipart({}, fileOf(fileName, "x")));
    expect([...parsed.keys()]).toEqual(["file"]);
  });
});
