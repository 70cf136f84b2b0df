/** The usage of npm run application. */

const COMMAND_NAMES = [
  ...(["register", "list", "rotate", "retire", "disable", "enable"] as const),
  ...(["give", "take", "keys", "rotate-keys"] as const),
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

export function isCommandName(text: string): text is CommandName {
  return COMMAND_NAMES.some((name) => name === text);
}

export const USAGE = `Usage: npm run application -- <command>

  register --name <name> [--client-id <id>] [--scope <scope>]… [--redirect <address>]…
           [--clouds-max <number>] [--storage-gb <number>]
                              registers an application and prints its secret, once.
                              Without --client-id it is made from the name; without
                              --scope it gets every scope; --redirect is an allowed
                              beginning of redirect_uri.
  list                        lists the applications
  rotate <client-id>          makes a second secret and prints it, once; both work
  retire <client-id>          ends the older of two secrets
  disable <client-id>         ends its access at once, tokens included
  enable <client-id>          gives it back
  give <client-id> <cloud>    lets it work in a Cloud of another application
  take <client-id> <cloud>    takes a given Cloud back
  keys                        lists the signing keys
  rotate-keys [--revoke]      makes a new signing key; with --revoke every token
                              that is out stops working at once

It works on the built-in service of the installation in PORTICO_DATA_DIR (.data), or in
DATABASE_URL, whether Portico runs or not. Settings come from the environment or a .env file.
Exit code: 0 done, 1 refused or failed, 2 not understood.
`;
