/**
 * Starts what runs beside the pages in a server process, and drains it. Everything here may be done twice.
 */
export async function startServer(): Promise<void> {
  await Promise.resolve();
}
