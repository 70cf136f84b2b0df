/** Next calls this once per server process: it starts what runs beside the pages (lib/boot/server.ts). */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startServer } = await import("#lib/boot/server.ts");
  await startServer();
}
