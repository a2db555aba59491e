import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { auditEach, audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { notices } from '../../../db/schema/notices.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { addNotice, deleteNotice, editNotice, withdrawNotice } from '../../../domain/notices/contract.ts';
import { decideAdd, decideEdit } from '../../../domain/notices/edit.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { countGroups, countOpen, groupsIn, insertNotice } from './insert-notice.ts';
import { isOpenNow } from './rows.ts';

const withdrawn = raw('notices.withdraw', { id: 'uuid' });
const deleted = raw('notices.delete', { id: 'uuid' });

/** All groups of an audience exist; a deleted one may stay in a notice that had it. */
function refuseUnknown(ids: string[], known: number | undefined): void {
  if (known !== ids.length) throw new AppError('not_found', undefined, { field: 'audience' });
}

export const addOneNotice = bind(addNotice, async (input, ctx) => {
  const entry = getEntry(ctx, 'notices.manage');
  const ids = groupsIn(input.audience);
  const [[open], [groups]] = await ctx.database.withTenant(entry, (db) => [countOpen(db), countGroups(db, ids)]);
  refuseUnknown(ids, groups?.known);
  const { row, change } = planOrThrow(decideAdd(input, open?.count ?? 0, ctx.tenant.kind, ctx.clock.now()));
  const id = newId(ctx.clock.now());
  await ctx.database.withTenant(entry, (db) => [
    ...insertNotice(db, id, row, input.startsAt === null),
    audited(db, ctx, 'notice.add', id, change),
  ]);
  return { id, version: 1 };
});

/** Updates the version that the caller saw. */
export const editOneNotice = bind(editNotice, async (input, ctx) => {
  const { id, version } = input;
  const entry = getEntry(ctx, 'notices.manage');
  const ids = groupsIn(input.audience);
  const [[stored], [groups]] = await ctx.database.withTenant(entry, (db) => [
    db.select().from(notices).where(eq(notices.id, id)),
    countGroups(db, ids),
  ]);
  if (!stored) throw new AppError('not_found');
  const kept = groupsIn(stored.audience).filter((each) => ids.includes(each));
  // A group that was deleted since stays where it was chosen before.
  if (kept.length < ids.length) refuseUnknown(ids, groups?.known);
  const { row, change } = planOrThrow(decideEdit(input, stored, ctx.tenant.kind, ctx.clock.now()));
  const isOpen = and(isNull(notices.withdrawnAt), sql`coalesce(${notices.endsAt}, 'infinity'::timestamptz) > app.now()`);
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, notices, and(eq(notices.id, id), eq(notices.version, version), isOpen)),
    db.update(notices).set(setOf(notices, row)).where(eq(notices.id, id)),
    audited(db, ctx, 'notice.edit', id, { name: row.title, ...change }),
  ]);
  return { id, version: row.version };
});

const facts = { title: sql`w.title`, startsAt: sql`w.starts_at`, endsAt: sql`w.ends_at` };

const withdraw = (db: Db, ctx: SessionContext, id: string) =>
  withdrawn(
    db,
    sql`with w as (update notices n set withdrawn_at = app.now(), version = version + 1 where n.id = ${id}::uuid and ${isOpenNow}
        returning n.*),
      a as (${auditEach(ctx, { what: 'notice.withdraw', row: sql`w.id`, facts: { after: facts }, from: sql`w` })})
    select w.id from w`,
  );

export const withdrawOneNotice = bind(withdrawNotice, async ({ id }, ctx) => {
  const [[there], { rows }] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    db.select({ id: notices.id }).from(notices).where(eq(notices.id, id)),
    withdraw(db, ctx, id),
  ]);
  if (!there) throw new AppError('not_found');
  if (rows.length === 0) throw new AppError('notice_over');
  return { status: 'ok' as const };
});

export const deleteOneNotice = bind(deleteNotice, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    deleted(
      db,
      sql`with w as (delete from notices n where n.id = ${id}::uuid returning n.*),
        a as (${auditEach(ctx, { what: 'notice.delete', row: sql`w.id`, facts: { before: facts }, from: sql`w` })})
      select w.id from w`,
    ),
  ]);
  if (rows.length === 0) throw new AppError('not_found');
  return { status: 'ok' as const };
});
