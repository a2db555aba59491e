import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { checkLink } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { askLinkHere } from './write-parts.ts';

/** Sites change their mind about being framed: asks again, and keeps what is said now. */
export const recheckLink = bind(checkLink, async ({ id }, ctx) => {
  const entry = entryOf(ctx, 'reports.manage');
  const [found] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`select external_url as url from reports where id = ${id}::uuid and kind = 'external'`),
  ]);
  const [stored] = rowsOf<{ url: string }>(found);
  if (!stored) throw new AppError('not_found');
  const link = await askLinkHere(ctx, stored.url);
  await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with o as (select id, external_frames from reports where id = ${id}::uuid), w as (update reports t set external_frames = ${link === 'frames'} where t.id = ${id}::uuid and t.external_url = ${stored.url} returning t.id)
      insert into audit (what, row_id, change, ip, request_id) select 'report.link', w.id, jsonb_build_object('before', jsonb_build_object('frames', o.external_frames), 'after', jsonb_build_object('frames', ${link === 'frames'}::boolean)), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id`),
  ]);
  return { link };
});
