import { pageLoading } from "#app/_ui/frame/page-loading.tsx";
import { msg } from "#lib/core/texts.ts";

export default pageLoading(msg("Loading plans"), { rows: 8, columns: 4 });
