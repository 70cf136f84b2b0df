/**
 * The one error class of the database's preparation (embedded server, migrations). Its message is written
 * for the person at the terminal: what happened, why, what to do. It must never carry a password.
 */
export class DatabaseTrouble extends Error {
  override readonly name = "DatabaseTrouble";
}
