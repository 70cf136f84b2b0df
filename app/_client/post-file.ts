/** Sends files to Portico's own addresses, with progress. Browser only; does not interpret the answers. */

export type Posted =
  | { kind: "answered"; status: number; text: string }
  | { kind: "cut" }
  | { kind: "cancelled" };

/**
 * Sends a file as the raw body: only XMLHttpRequest reports how much has been sent. `done` never rejects.
 * @param onProgress bytes sent, and the total
 */
export function postFile(
  address: string,
  file: File,
  onProgress: (sent: number, total: number) => void,
): { done: Promise<Posted>; cancel: () => void } {
  const request = new XMLHttpRequest();
  const done = new Promise<Posted>((resolve) => {
    request.upload.addEventListener("progress", (event) => {
      onProgress(event.loaded, event.total);
    });
    request.addEventListener("load", () => {
      resolve({ kind: "answered", status: request.status, text: request.responseText });
    });
    request.addEventListener("error", () => {
      resolve({ kind: "cut" });
    });
    request.addEventListener("abort", () => {
      resolve({ kind: "cancelled" });
    });
    request.open("POST", address);
    request.setRequestHeader("x-portico", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
  return {
    done,
    cancel: () => {
      request.abort();
    },
  };
}
