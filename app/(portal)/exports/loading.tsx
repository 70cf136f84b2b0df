import { pageLoading } from "#app/_ui/frame/page-loading.tsx";
import { msg } from "#lib/core/texts.ts";

export default pageLoading(msg("Loading exports"), { rows: 8, columns: 6 });
