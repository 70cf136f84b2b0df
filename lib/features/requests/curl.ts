/** One exchange as a command for a terminal. Secrets are shell variables and bodies are a file: neither was ever stored. Pure. */

export type CurlCall = { method: string; path: string };
export type CurlConnection = { baseUrl: string; authUrl: string; clientId: string };

const TOKEN_PATH = /\/protocol\/openid-connect\/token$/;

/** The command; `path` is complete, including the path of the base address. */
export function toCurl({ method, path }: CurlCall, connection: CurlConnection): string {
  const isToken = method === "POST" && TOKEN_PATH.test(path);
  const origin = new URL(isToken ? connection.authUrl : connection.baseUrl).origin;
  const parts = [`curl -sS -i -X ${method} ${quoted(origin + path)}`, "-H 'Accept: application/json'"];
  if (isToken) {
    parts.push("-d grant_type=client_credentials");
    parts.push(`--data-urlencode ${quoted(`client_id=${connection.clientId}`)}`);
    parts.push('--data-urlencode "client_secret=$CLIENT_SECRET"');
  } else {
    parts.push('-H "Authorization: Bearer $ACCESS_TOKEN"');
    if (method === "POST" && path.endsWith("/document")) parts.push("-F file=@model.ifc -F name=model.ifc");
    else if (method === "POST" || method === "PATCH")
      parts.push("-H 'Content-Type: application/json' --data-binary @body.json");
  }
  return parts.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
