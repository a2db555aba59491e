import { AppError } from '../../../domain/errors/catalogue.ts';
import { downloadExport } from '../../../domain/exports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { signedUrl } from '../storage/index.ts';
import { identityNow, sameIdentity } from './decide.ts';
import { downloadOwn } from './exports.sql.ts';
import { loadOwn } from './load-own.ts';

/** Delivers a file only if the user would get the same one now: permissions may have changed, and files expire after a day. */
export const downloadOneExport = bind(downloadExport, async ({ id }, ctx) => {
  const { row, facts } = await loadOwn(ctx, id);
  if (row.state !== 'ready' || !row.file) throw new AppError('export_over');
  if (!sameIdentity(identityNow(facts, ctx), row.identity)) throw new AppError('export_outdated');
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [downloadOwn(db, ctx, id)]);
  if (rows.length !== 1) throw new AppError('export_over');
  return { url: await signedUrl(row.file, ctx.session.sub, ctx) };
});
