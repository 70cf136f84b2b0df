import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { formatCount } from "../format/count.ts";
import { formatFileSize } from "../format/file-size.ts";

/** A size for people, with the exact bytes in its title. */
export function FileSize({ bytes }: { bytes: number }): ReactNode {
  return (
    <data
      value={bytes}
      title={t("{bytes} bytes", { bytes: formatCount(bytes) })}
      className="whitespace-nowrap tabular-nums"
    >
      {formatFileSize(bytes)}
    </data>
  );
}
