/**
 * The token endpoint in the description (docs/service "Token endpoint"): the one operation that accepts only forms and answers errors in
 * the shape of RFC 6749.
 */
import { tokenResponseSchema } from "../records.ts";
import { schemaInPlace, type JsonSchema } from "./schemas.ts";

/** Path Item Object of the token endpoint. */
export function describeToken(): JsonSchema {
  const error = (description: string): JsonSchema => ({
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/OAuthError" } } },
  });
  return {
    post: {
      operationId: "getToken",
      tags: ["Token"],
      summary: "Get an access token",
      description:
        "client_credentials only; no refresh token is given. `client_secret_basic` works as well as form fields.",
      security: [{}, { basic: [] }],
      parameters: [{ name: "realm", in: "path", required: true, schema: { type: "string" } }],
      requestBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: {
              type: "object",
              properties: {
                grant_type: { type: "string", const: "client_credentials" },
                client_id: { type: "string" },
                client_secret: { type: "string" },
                scope: {
                  type: "string",
                  description: "Scopes with spaces between; all granted ones when absent.",
                },
              },
              required: ["grant_type"],
            },
          },
        },
      },
      responses: {
        200: {
          description: "An access token for the next hour",
          content: { "application/json": { schema: schemaInPlace(tokenResponseSchema, "output") } },
        },
        400: error("The request is not well-formed, or the grant type is another."),
        401: error("The client is unknown or disabled, or its secret is wrong."),
        404: error("The realm does not exist."),
        405: error("Only POST is taken."),
        408: error("The body stopped moving."),
        413: error("The body is too large."),
        415: error("Only application/x-www-form-urlencoded is taken."),
        429: {
          ...error("Too many requests with wrong credentials, from this network or for this client."),
          headers: { "Retry-After": { description: "Seconds", schema: { type: "string" } } },
        },
        500: error("A fault of the service."),
        503: error("The service cannot answer right now."),
      },
    },
  };
}
