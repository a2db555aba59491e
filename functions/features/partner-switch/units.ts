import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { type Enterable, findPeople, listEnterable } from '../../../domain/partner-switch/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Row = Omit<Enterable, 'enteredAt'> & { entered_at: string | null };
const mostShown = 50;

export const findEnterable = bind(listEnterable, async ({ search = '' }, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'units.enter'), (db) => [
    db.execute(sql`select * from app.partner_units(${fold(search)}, ${mostShown}::int)`),
  ]);
  return {
    units: rowsOf<Row>(rows).map(({ entered_at, ...unit }) => ({
      ...unit,
      enteredAt: entered_at ? new Date(entered_at).toISOString() : null,
    })),
  };
});

export const findUnitPeople = bind(findPeople, async ({ company, search = '' }, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'units.enter'), (db) => [
    db.execute(sql`select * from app.partner_people(${company}::uuid, ${fold(search)})`),
  ]);
  return { people: rowsOf<{ id: string; name: string; email: string }>(rows) };
});
