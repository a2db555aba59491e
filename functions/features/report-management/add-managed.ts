import { sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { reports } from '../../../db/schema/reports.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { refuseAdd } from '../../../domain/report-management/add.ts';
import { addManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { defaultValues } from '../custom-fields/index.ts';
import { addWords, askLinkHere, endOfGroup, getWords, keyOfTitle, mayAddReports, placeFits, readPlace } from './write-parts.ts';

const me = sql`(select app.user_id())`;

/** Adds an external link with its search words and its first grant. */
export const addExternalReport = bind(addManaged, async (input, ctx) => {
  const { title, description, groupId, subgroupId, externalUrl, audience } = input;
  const sortKey = keyOfTitle(title);
  const link = await askLinkHere(ctx, externalUrl);
  const entry = getEntry(ctx, 'reports.manage');
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [readPlace(db, groupId, subgroupId)]);
  throwIfRefused(refuseAdd(rows[0], input));

  const id = newId(ctx.clock.now());
  const row = { id, groupId, subgroupId, title, sortKey, description, externalUrl, externalFrames: link === 'frames' };
  const made = { kind: 'external' as const, addedById: me, ownerId: me, custom: defaultValues('report'), position: endOfGroup(groupId) };
  const grant = { id: sql`gen_random_uuid()`, reportId: id, subject: 'everyone' as const, source: 'publish' as const, grantedById: me };
  await ctx.database.withTenant(entry, (db) => [
    mustHold(db, sql`${placeFits(groupId, subgroupId)} and ${mayAddReports}`),
    db.insert(reports).values({ ...row, ...made }),
    ...addWords(db, id, getWords(title, description)),
    ...(audience === 'everyone' ? [db.insert(grants).values(grant)] : []),
    audited(db, ctx, 'report.add', id, { after: { title, externalUrl, audience } }),
  ]);
  return { id, version: 1, link };
});
