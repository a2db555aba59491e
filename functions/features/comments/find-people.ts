import { and, asc, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { raw } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { findMentionable } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { visible } from './rows.ts';
import { seesReport } from './visible-people.ts';

const isThere = raw('comments.there', { there: 'bool' });
const u = alias(users, 'u');
const shown = 8;

/** Matches the beginning of the full name or of a later word in it. Returns only people who see the report, never the caller. */
export const findPeople = bind(findMentionable, async ({ id, q }, ctx) => {
  const key = fold(q);
  const report = sql`${id}::uuid`;
  const matches = sql`(starts_with(${u.sortKey}, ${key}) or position(${` ${key}`} in ${u.sortKey}) > 0)`;
  const [place, people] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    isThere(db, sql`select ${visible(ctx, report)} as there`),
    db
      .select({ id: u.id, name: u.name })
      .from(u)
      .where(and(ne(u.id, sql`(select app.user_id())`), matches, visible(ctx, report), seesReport(report)))
      .orderBy(asc(u.sortKey), asc(u.id))
      .limit(shown),
  ]);
  if (!place.rows[0]?.there) throw new AppError('not_found');
  return { people };
});
