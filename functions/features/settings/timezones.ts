import { sql } from 'drizzle-orm';
import { timezones } from '../../../domain/settings/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

/** Minutes ahead of UTC in a zone at an instant. */
export function offsetMinutes(zone: string, now: number): number {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return found[1] === '-' ? -minutes : minutes;
}

export const readTimezones = bind(timezones, async (_input, ctx) => {
  await ctx.database.withTenant(entryOf(ctx, 'session.keep'), (db) => [db.execute(sql`select 1`)]);
  const now = ctx.clock.now();
  return {
    timezone: ['UTC', ...Intl.supportedValuesOf('timeZone')]
      .filter((zone, index, all) => all.indexOf(zone) === index)
      .map((id) => ({ id, offset: offsetMinutes(id, now) })),
  };
});
