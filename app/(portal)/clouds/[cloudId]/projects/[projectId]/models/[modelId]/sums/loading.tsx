import { pageLoading } from "#app/_ui/frame/page-loading.tsx";
import { msg } from "#lib/core/texts.ts";

export default pageLoading(msg("Adding up"), { rows: 12, columns: 4 });
