import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { auditEach, audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { notices } from '../../../db/schema/notices.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { addNotice, deleteNotice, editNotice, withdrawNotice } from '../../../domain/notices/contract.ts';
import { decideAdd, decideEdit } from '../../../domain/notices/edit.ts';
import type { NoticeAudience } from '../../../domain/notices/fields.ts';
import { noticeLimits } from '../../../domain/notices/limits.ts';
import { bind } from '../../request/bind.ts';
import { entryOf, type SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { isOpenNow, n } from './rows.ts';

const turn = raw('notices.turn', {});
const withdrawn = raw('notices.withdraw', { id: 'uuid' });
const deleted = raw('notices.delete', { id: 'uuid' });

const idsOf = (audience: NoticeAudience | undefined): string[] => (audience?.type === 'groups' ? [...new Set(audience.ids)] : []);
const living = (ids: string[]): SQL | undefined => and(inArray(userGroups.id, ids), isNull(userGroups.deletedAt));
const countGroups = (db: Db, ids: string[]) => db.select({ known: count() }).from(userGroups).where(living(ids));

/** All groups of an audience exist; a deleted one may stay in a notice that had it. */
function refuseUnknown(ids: string[], known: number | undefined): void {
  if (known !== ids.length) throw new AppError('not_found', undefined, { field: 'audience' });
}

export const addOneNotice = bind(addNotice, async (input, ctx) => {
  const entry = entryOf(ctx, 'notices.manage');
  const ids = idsOf(input.audience);
  const [[open], [groups]] = await ctx.database.withTenant(entry, (db) => [
    db.select({ count: count() }).from(n).where(isOpenNow),
    countGroups(db, ids),
  ]);
  refuseUnknown(ids, groups?.known);
  const { row, change } = planOrThrow(decideAdd(input, open?.count ?? 0, ctx.tenant.kind, ctx.clock.now()));
  const id = newId(ctx.clock.now());
  await ctx.database.withTenant(entry, (db) => [
    // Two that are added at the same moment wait for each other, so the limit holds.
    turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('notices ' || (select app.tenant_id())::text, 0))`),
    mustHold(db, sql`(select count(*) from notices n where ${isOpenNow}) < ${noticeLimits.open}::int`),
    db
      .insert(notices)
      .values({ id, ...row, ...(input.startsAt ? {} : { startsAt: sql`app.now()` }), addedById: sql`(select app.user_id())` }),
    audited(db, ctx, 'notice.add', id, change),
  ]);
  return { id, version: 1 };
});

/** Updates the version that the caller saw. */
export const editOneNotice = bind(editNotice, async (input, ctx) => {
  const { id, version } = input;
  const entry = entryOf(ctx, 'notices.manage');
  const ids = idsOf(input.audience);
  const [[stored], [groups]] = await ctx.database.withTenant(entry, (db) => [
    db.select().from(notices).where(eq(notices.id, id)),
    countGroups(db, ids),
  ]);
  if (!stored) throw new AppError('not_found');
  const kept = idsOf(stored.audience).filter((each) => ids.includes(each));
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
  const [[there], { rows }] = await ctx.database.withTenant(entryOf(ctx, 'notices.manage'), (db) => [
    db.select({ id: notices.id }).from(notices).where(eq(notices.id, id)),
    withdraw(db, ctx, id),
  ]);
  if (!there) throw new AppError('not_found');
  if (rows.length === 0) throw new AppError('notice_over');
  return { status: 'ok' as const };
});

export const deleteOneNotice = bind(deleteNotice, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'notices.manage'), (db) => [
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
