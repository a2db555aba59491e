import { isoOrNull } from '../../../domain/format/iso.ts';
import { findPeople, listEnterable } from '../../../domain/partner-access/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readPeople, readUnits } from './partner-access.sql.ts';

const maxShown = 50;

export const findEnterable = bind(listEnterable, async ({ search = '' }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.enter'), (db) => [readUnits(db, fold(search), maxShown)]);
  return {
    units: rows.map(({ entered_at, ...unit }) => ({
      ...unit,
      enteredAt: isoOrNull(entered_at),
    })),
  };
});

export const findUnitPeople = bind(findPeople, async ({ company, search = '' }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.enter'), (db) => [readPeople(db, company, fold(search))]);
  return { people: rows };
});
