import { eq } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editManaged, type LinkAnswer } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { checkCustom, fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { editRow } from './managed-writes.sql.ts';
import { askLinkHere, keyOfTitle } from './write-parts.ts';

/** Changes the version the person saw; a link is asked about only where it is another one than before. */
export const editManagedReport = bind(editManaged, async (input, ctx) => {
  const { id } = input;
  keyOfTitle(input.title);
  const { kind, externalUrl, externalFrames, needsIdentity, custom } = reports;
  const entry = entryOf(ctx, 'reports.manage');
  const [[stored], fields] = await ctx.database.withTenant(entry, (db) => [
    db.select({ kind, externalUrl, externalFrames, needsIdentity, custom }).from(reports).where(eq(reports.id, id)),
    fieldsQuery(db, 'report'),
  ]);
  if (!stored) throw new AppError('not_found');
  const isLink = stored.kind === 'external';
  if (isLink !== (input.externalUrl !== null))
    throw isLink ? new AppError('required', { name: 'externalUrl' }, { field: 'externalUrl' }) : noLink();
  // A role goes only to a model that has rules: the service refuses any other (REPORT_SERVICE 1.5).
  if (input.ignoreRlsRole !== null && !stored.needsIdentity)
    throw new AppError('invalid_input', { name: 'ignoreRlsRole', reason: 'unused' }, { field: 'ignoreRlsRole' });
  const { values } = checkCustom({ fields: fieldsOf(fields), input: input.custom, before: stored.custom, by: 'admin' });
  let link: LinkAnswer | null = null;
  if (input.externalUrl !== null && input.externalUrl !== stored.externalUrl) link = await askLinkHere(ctx, input.externalUrl);
  const frames = link ? link === 'frames' : stored.externalFrames;
  const edit = { ...input, frames, custom: values };
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [editRow(db, ctx, edit)]);
  const [outcome] = rows;
  if (!outcome?.fits) throw new AppError('not_found', undefined, { field: input.subgroupId ? 'subgroupId' : 'groupId' });
  if (!outcome.known_owner) throw new AppError('not_found', undefined, { field: 'ownerId' });
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: input.version + 1, link };
});

const noLink = () => new AppError('invalid_input', { name: 'externalUrl', reason: 'unknown' }, { field: 'externalUrl' });
