/**
 * A plain caller of the embedded service for browser tests: token, creation, deletion, upload, reading. Over HTTP, like any application.
 */
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { ProductAccess } from "./product.ts";

export type ServiceCaller = {
  /** For requests of other kinds. */
  token: string;
  get: (path: string) => Promise<unknown>;
  post: (path: string, body: Record<string, unknown>) => Promise<{ id: number }>;
  delete: (path: string) => Promise<void>;
  /** The file, or under its name the given text. */
  upload: (projectPath: string, file: string, text?: string) => Promise<{ model_id: number }>;
};

/** A caller with a fresh token of the installation's first application. */
export async function openService(product: ProductAccess): Promise<ServiceCaller> {
  const base = `${product.origin}/service`;
  const token = await fetch(`${base}/auth/realms/portico/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: product.serviceClientId,
      client_secret: product.serviceClientSecret,
    }),
  });
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${accessToken}`);
    const answer = await fetch(`${base}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
    return answer;
  };
  const call = async <T>(path: string, init: RequestInit): Promise<T> =>
    (await (await send(path, init)).json()) as T;
  return {
    token: accessToken,
    get: (path) => call(path, {}),
    post: (path, body) =>
      call(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    delete: async (path) => {
      await send(path, { method: "DELETE" });
    },
    upload: async (projectPath, file, text) => {
      const form = new FormData();
      form.set("name", basename(file));
      form.set("file", text === undefined ? await openAsBlob(file) : new Blob([text]), basename(file));
      return call(`${projectPath}/document`, { method: "POST", body: form });
    },
  };
}
