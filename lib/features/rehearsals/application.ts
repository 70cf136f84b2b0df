/**
 * The application that carries out rehearsals at the built-in service. Its Clouds are invisible to everybody else, and its invitations send
 * no email. Its secret derives from the installation's, so both sides know it without storing it.
 */
import { getEnv } from "#lib/core/env.ts";
import { conflict } from "#lib/core/errors.ts";
import { deriveKey } from "#lib/core/crypto-box.ts";
import { say } from "#lib/core/texts.ts";
import { BUILTIN_REALM } from "#lib/features/connections/schema.ts";
import { calledAddresses } from "#lib/features/connections/queries.ts";
import { sealClientSecret } from "#lib/service/client/connection.ts";
import { createServiceClient, type ServiceClient } from "#lib/service/client/service-client.ts";

export const REHEARSAL_CLIENT_ID = "portico-rehearsal";

/** Not a row of the registry: its Clouds never appear among those of people. */
const CONNECTION_ID = "00000000-0000-8000-8000-000000000036";

/** What the application sends to the token endpoint. */
export function rehearsalSecret(): string {
  return deriveKey("rehearsal application").toString("base64url");
}

/** A client of the built-in service that sees only the Clouds of rehearsals. */
export function rehearsalClient(): ServiceClient {
  return createServiceClient({
    id: CONNECTION_ID,
    revision: 1,
    ...calledAddresses({ kind: "BUILTIN", baseUrl: "", authUrl: "", platformUrl: "" }),
    realm: BUILTIN_REALM,
    clientId: REHEARSAL_CLIENT_ID,
    secretCipher: sealClientSecret(CONNECTION_ID, rehearsalSecret()),
  });
}

/** False where the built-in service is switched off. */
export function canRehearse(): boolean {
  return getEnv().PORTICO_EMBEDDED === "on";
}

/** @throws AppError CONFLICT without a built-in service */
export function requireRehearsalPlace(): void {
  if (canRehearse()) return;
  throw conflict(
    say(
      "The built-in service is off (PORTICO_EMBEDDED), so no rehearsal is possible. Nothing was sent. You can continue without a rehearsal.",
    ),
  );
}
