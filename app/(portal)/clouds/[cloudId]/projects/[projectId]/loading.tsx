import { pageLoading } from "#app/_ui/frame/page-loading.tsx";
import { msg } from "#lib/core/texts.ts";

export default pageLoading(msg("Reading the models"), { rows: 4, columns: 5 });
