import { offsetMinutes, zoneNames } from '../../../domain/format/zones.ts';
import { timezones } from '../../../domain/settings/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

export const readTimezones = bind(timezones, async (_input, ctx) => {
  // Runs no query: opening the transaction makes the database check that the session still exists.
  await ctx.database.withTenant(getEntry(ctx, 'session.keep'), () => []);
  const now = ctx.clock.now();
  return { timezone: zoneNames().map((id) => ({ id, offset: offsetMinutes(id, now) })) };
});
