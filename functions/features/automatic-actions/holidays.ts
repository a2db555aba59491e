import { asc, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { holidays } from '../../../db/schema/automatic-actions.ts';
import { readHolidays, saveHolidays } from '../../../domain/automatic-actions/contract.ts';
import { decideHolidays, fingerprint } from '../../../domain/automatic-actions/holidays.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { lookAtCapacity } from '../capacity/index.ts';
import { retimeTasks } from './found.ts';

const readAll = (db: Db) =>
  db
    .select({ name: holidays.name, day: holidays.day, month: holidays.month, monthDay: holidays.monthDay })
    .from(holidays)
    .orderBy(
      sql`coalesce(${holidays.month}, extract(month from ${holidays.day}))`,
      sql`coalesce(${holidays.monthDay}, extract(day from ${holidays.day}))`,
      asc(holidays.name),
      asc(holidays.id),
    );

export const readUnitHolidays = bind(readHolidays, async (_input, ctx) => {
  const [items] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [readAll(db)]);
  return { items, version: fingerprint(items) };
});

const lockHolidays = raw('automatic_actions.lock_holidays', {});

/** Replaces the list that the caller saw. Tasks and shifts follow: next runs are computed again, capacities are looked at. */
export const saveUnitHolidays = bind(saveHolidays, async ({ version, items }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [stored] = await ctx.database.withTenant(entry, (db) => [readAll(db)]);
  const plan = planOrThrow(decideHolidays({ version, items }, stored));
  await ctx.database.withTenant(entry, (db) => [
    lockHolidays(db, sql`select from pg_advisory_xact_lock(hashtextextended('holidays ' || (select app.tenant_id())::text, 0))`),
    mustHold(
      db,
      sql`(select count(*) from holidays) = ${stored.length} and not exists (select from holidays h
        where not exists (select from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) k (name text, day date, month int, "monthDay" int)
          where k.name = h.name and k.day is not distinct from h.day and k.month is not distinct from h.month
            and k."monthDay" is not distinct from h.month_day))`,
    ),
    db.delete(holidays),
    ...(plan.items.length > 0 ? [db.insert(holidays).values([...plan.items])] : []),
    auditedAct(db, ctx, 'holidays.edit', null, plan.facts),
    // First capacities, then actions, as where a capacity is handed to another unit.
    lookAtCapacity(db, null),
    retimeTasks(db),
  ]);
  return { version: fingerprint(plan.items) };
});
