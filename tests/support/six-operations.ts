/** A service with only the six operations (docs/service "Six operations and their neighbours"), simulated by the fault proxy. */
import type { FaultProxy } from "./fault-proxy.ts";

const TOKEN = "/openid-connect/token$";
const NUMBER = String.raw`\d+`;
const READS = new RegExp(
  `^(?!/service/cloud/${NUMBER}/project/${NUMBER}/ifc(/${NUMBER}/element/simple.*)?$)`,
);
const WRITES = new RegExp(`^(?!/service/cloud(/${NUMBER}/(project|invitation))?$)(?!.*${TOKEN})`);

/** Answers all other operations like a router that does not know them, until the proxy's rules are cleared. */
export function switchOffNeighbours(proxy: FaultProxy): void {
  const headers = { "content-type": "application/json" };
  const absent = { kind: "answer", status: 404, headers, body: '{"detail":"Not found."}' } as const;
  proxy.inject("GET", READS, absent, Number.POSITIVE_INFINITY);
  proxy.inject("POST", WRITES, absent, Number.POSITIVE_INFINITY);
  for (const method of ["PATCH", "PUT", "DELETE", "OPTIONS"]) {
    proxy.inject(method, /./, absent, Number.POSITIVE_INFINITY);
  }
}
