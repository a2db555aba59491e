import { eq } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeCover, uploadCover } from '../../../domain/report-management/contract.ts';
import { maxCoverBytes } from '../../../domain/report-management/limits.ts';
import { getPicture } from '../../../domain/report-management/picture.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { newSecret } from '../../services/ids.ts';
import { pictureTypes, uploadedBytes } from '../../services/picture-upload.ts';
import { coverRow } from './managed-writes.sql.ts';

const getKey = (ctx: SessionContext, file: string) => `${ctx.session.tenant}/${file}`;

async function hang(ctx: SessionContext, id: string, file: string | null) {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [coverRow(db, ctx, id, file)]);
  return rows[0];
}

/** Stored under a random name before the report refers to it; the previous picture is deleted once the report has the new one. */
export const storeCover = bind(uploadCover, async ({ id, data }, ctx) => {
  const [[report]] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    db.select({ id: reports.id }).from(reports).where(eq(reports.id, id)),
  ]);
  if (!report) throw new AppError('not_found');
  const bytes = uploadedBytes(data);
  if (bytes.length > maxCoverBytes) throw new AppError('body_too_large', { limit: maxCoverBytes });
  const picture = getPicture(bytes);
  if (!picture) throw new AppError('invalid_file', undefined, { field: 'data' });
  const file = `${newSecret()}.${picture.type}`;
  await ctx.env.FILES.put(getKey(ctx, file), bytes, {
    httpMetadata: { contentType: pictureTypes[picture.type] },
    customMetadata: { public: 'yes' },
  });
  const outcome = await hang(ctx, id, file);
  const useless = outcome ? outcome.old : file;
  if (useless) ctx.later(ctx.env.FILES.delete(getKey(ctx, useless)));
  if (!outcome) throw new AppError('not_found');
  return { file, version: outcome.version };
});

export const dropCover = bind(removeCover, async ({ id }, ctx) => {
  const outcome = await hang(ctx, id, null);
  if (!outcome) throw new AppError('not_found');
  if (outcome.old) ctx.later(ctx.env.FILES.delete(getKey(ctx, outcome.old)));
  return { version: outcome.version };
});
