import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeCover, uploadCover } from '../../../domain/report-management/contract.ts';
import { maxCoverBytes } from '../../../domain/report-management/limits.ts';
import { pictureOf } from '../../../domain/report-management/picture.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { newSecret } from '../../services/ids.ts';
import { pictureTypes, uploadedBytes } from '../../services/picture-upload.ts';

type Outcome = { version: number; old: string | null };

const keyOf = (ctx: SessionContext, file: string) => `${ctx.session.tenant}/${file}`;

/** Hangs a picture on a report, or takes it off; answers what hung there before. */
async function hang(ctx: SessionContext, id: string, file: string | null): Promise<Outcome | undefined> {
  const what = file ? 'report.cover' : 'report.uncover';
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`with o as (select id, cover_file, version from reports where id = ${id}::uuid for update),
        w as (update reports t set cover_file = ${file}, version = t.version + 1 from o where t.id = o.id and o.cover_file is distinct from ${file} returning t.id, t.version),
        a as (insert into audit (what, row_id, change, ip, request_id) select ${what}, w.id, '{}'::jsonb, ${ctx.address}, ${ctx.requestId} from w)
      select coalesce((select w.version from w), o.version) as version, o.cover_file as old from o`),
  ]);
  return rowsOf<Outcome>(result)[0];
}

/** Stored under a random name before the report names it; the picture before goes when the report has the new one. */
export const storeCover = bind(uploadCover, async ({ id, data }, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`select 1 from reports where id = ${id}::uuid`),
  ]);
  if (found.rows.length === 0) throw new AppError('not_found');
  const bytes = uploadedBytes(data);
  if (bytes.length > maxCoverBytes) throw new AppError('body_too_large', { limit: maxCoverBytes });
  const picture = pictureOf(bytes);
  if (!picture) throw new AppError('invalid_file', undefined, { field: 'data' });
  const file = `${newSecret()}.${picture.type}`;
  await ctx.env.FILES.put(keyOf(ctx, file), bytes, {
    httpMetadata: { contentType: pictureTypes[picture.type] },
    customMetadata: { public: 'yes' },
  });
  const outcome = await hang(ctx, id, file);
  const useless = outcome ? outcome.old : file;
  if (useless) ctx.later(ctx.env.FILES.delete(keyOf(ctx, useless)));
  if (!outcome) throw new AppError('not_found');
  return { file, version: outcome.version };
});

export const dropCover = bind(removeCover, async ({ id }, ctx) => {
  const outcome = await hang(ctx, id, null);
  if (!outcome) throw new AppError('not_found');
  if (outcome.old) ctx.later(ctx.env.FILES.delete(keyOf(ctx, outcome.old)));
  return { version: outcome.version };
});
