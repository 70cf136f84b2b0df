/**
 * Every column with values sealed by the installation's secret (lib/core/crypto-box.ts), with its sealing context. A test compares the list
 * with the database: it fails for a column named …_cipher that is missing here.
 */

export type SealedColumn = {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The context is this and the row's key. */
  readonly context: string;
};

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "connection", key: "id", column: "secret_cipher", context: "connection:" },
  { table: "staff", key: "id", column: "totp_cipher", context: "staff-totp:" },
  { table: "outbox_mail", key: "id", column: "body_cipher", context: "outbox-mail:" },
  { table: "service_user", key: "id", column: "totp_cipher", context: "platform-totp:" },
  { table: "service_signing_key", key: "kid", column: "private_cipher", context: "service-signing-key:" },
  { table: "service_webhook", key: "id", column: "secret_cipher", context: "webhook:" },
];
