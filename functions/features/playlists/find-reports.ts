import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { findPlaylistReports, type PickableReport } from '../../../domain/playlists/contract.ts';
import { coverKinds } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { matchesWords, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

const shown = 30;

export type PickableRow = {
  report_id: string;
  title: string;
  group_name: string | null;
  hue: number | null;
  cover_kind: string;
  cover_file: string | null;
  pages: PickableReport['pages'];
  needs_identity: boolean;
  needs_roles: boolean;
  ignore_rls: boolean;
};

/** The columns of a report as the composer shows it, over `reportsWithPlace`. */
export const pickableColumns = sql`r.id as report_id, r.title, g.name as group_name, g.hue, r.cover_kind, r.cover_file, r.pages, r.needs_identity, r.needs_roles, r.ignore_rls`;

export const presentPickable = (row: PickableRow): PickableReport => ({
  id: row.report_id,
  title: row.title,
  group: row.group_name === null ? null : { name: row.group_name, hue: row.hue ?? 0 },
  cover: { kind: coverKinds.find((kind) => kind === row.cover_kind) ?? 'ridge', file: row.cover_file },
  pages: row.pages.map(({ name, displayName }) => ({ name, displayName })),
  needsIdentity: row.needs_identity && !row.ignore_rls,
  needsRoles: row.needs_identity && row.needs_roles && !row.ignore_rls,
});

/** Only what can be embedded: an external link knows neither pages nor when it is ready to be shown. */
export const findReportsForPlaylist = bind(findPlaylistReports, async ({ q }, ctx) => {
  const viewer = viewerOf(ctx);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(
      sql`select ${pickableColumns} from ${reportsWithPlace} where r.kind = 'powerbi' and ${visibleReport(viewer)} and ${matchesWords(q)} order by r.sort_key, r.id limit ${shown}`,
    ),
  ]);
  return { reports: rowsOf<PickableRow>(rows).map(presentPickable) };
});
