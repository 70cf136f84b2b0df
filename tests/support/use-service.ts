import { afterAll } from "vitest";
import { startServiceServer, type ServiceServer, type ServiceSettings } from "./service-server.ts";

/** The embedded service alone for the file that calls this (startServiceServer); it ends with the file. */
export async function useServiceServer(settings?: ServiceSettings): Promise<ServiceServer> {
  const service = await startServiceServer(settings);
  afterAll(() => service.stop());
  return service;
}
