/**
 * The one error class of the database's preparation (embedded server, migrations). Its message is written
 * for the person at the terminal: what happened, why, what to do. It must never carry a password.
 */

/** Why the database could not be made ready. */
export type DatabaseTroubleCode =
  | "UNSUPPORTED_PLATFORM"
  | "NOT_RUNNABLE_AS_ROOT"
  | "CLUSTER_VERSION"
  | "CLUSTER_DAMAGED"
  | "CLUSTER_NOT_CREATED"
  | "SERVER_NOT_STARTED"
  | "SERVER_NOT_STOPPED"
  | "MIGRATION_EDITED"
  | "MIGRATION_UNKNOWN"
  | "MIGRATION_FAILED"
  | "DATABASE_UNREACHABLE"
  | "BACKUP_RUNNING"
  | "BACKUP_UNFITTING"
  | "NOT_EMPTY";

/** Thrown when the database cannot be made ready; `message` is shown as it is. */
export class DatabaseTrouble extends Error {
  override readonly name = "DatabaseTrouble";
  readonly code: DatabaseTroubleCode;

  constructor(code: DatabaseTroubleCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
