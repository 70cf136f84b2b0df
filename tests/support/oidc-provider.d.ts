// The package brings no types; this is what the tests use of it.
declare module "oidc-provider" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  type Context = {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope(scopes: string): void;
      save(): Promise<string>;
    };
    callback(): RequestListener;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string; acr?: string; amr?: string[] } },
    ): Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ prompt: { name: string } }>;
  }
  export type { Context };
}
