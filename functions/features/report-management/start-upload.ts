import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { refusePublishing } from '../../../domain/report-management/add.ts';
import { startUpload } from '../../../domain/report-management/import-contract.ts';
import { getParts, largestPart, partBytes } from '../../../domain/report-management/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { findAccount, getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { sealUpload, stillKept } from './upload-rows.ts';
import { readPlace } from './write-parts.ts';

const started = raw('imports.start', {});
const getTitle = (name: string) => name.replace(/\.(pbix|rdl)$/i, '');

/** Announces a file: everything that can be refused is refused before the first byte is sent. */
export const announceUpload = bind(startUpload, async (input, ctx) => {
  const entry = getEntry(ctx, 'reports.manage');
  const [found, facts] = await ctx.database.withTenant(entry, (db) => [
    findAccount(db, ctx, input.accountId),
    readPlace(db, input.groupId, input.subgroupId),
  ]);
  const account = await openUsable(ctx, found, 'accountId');
  throwIfRefused(refusePublishing(facts.rows[0]));
  const provider = getProvider(ctx);
  const { name, bytes, conflict, workspaceId } = input;
  const title = getTitle(name).toLowerCase();
  const type = /\.rdl$/i.test(name) ? 'paginated' : 'report';
  const there = await orRefused(ctx, provider.listReports(account, workspaceId));
  const isTaken = there.some((report) => report.name.toLowerCase() === title && report.type === type);
  if (isTaken && conflict === 'abort') throw new AppError('report_name_taken', { name: getTitle(name) }, { field: 'name' });
  const id = newId(ctx.clock.now());
  const parts = getParts(bytes);
  const sealed = parts > 1 ? await sealUpload(ctx, id, await orRefused(ctx, provider.temporaryUpload(account, workspaceId))) : null;
  await ctx.database.withTenant(entry, (db) => [
    started(
      db,
      sql`with old as (delete from imports i where not ${stillKept}),
        w as (insert into imports (id, account_id, workspace_id, name, bytes, conflict, group_id, subgroup_id, audience, tell, parts,
            upload_sealed)
          values (${id}::uuid, ${input.accountId}::uuid, ${workspaceId}, ${name}, ${bytes}, ${conflict}, ${input.groupId}::uuid,
            ${input.subgroupId}::uuid, ${input.audience}, ${input.tell}, ${parts}, ${sealed}) returning id)
      ${auditEach(ctx, { what: 'import.start', row: sql`w.id`, facts: { name, bytes, conflict }, from: sql`w` })}`,
    ),
  ]);
  return { id, parts, partBytes: parts > 1 ? partBytes : largestPart };
});
