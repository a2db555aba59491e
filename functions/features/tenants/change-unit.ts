import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { toInstant } from '../../../domain/format/to-instant.ts';
import { changeUnit } from '../../../domain/tenants/contract.ts';
import { trialDays } from '../../../domain/tenants/limits.ts';
import { parseDay } from '../../../domain/validation/day.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';
import { orRefused } from './refusals.ts';
import { writeStatus } from './tenants.sql.ts';

const dayMs = 86_400_000;

/** The end of the last day of the trial, in the zone of the user who extends it. */
function endOfTrial(ctx: SessionContext, day: string | undefined): string {
  if (!day) throw new AppError('required', { name: 'trialEndsOn' }, { field: 'trialEndsOn' });
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = parseDay(day.replaceAll('-', '/')) ? toInstant({ year, month, day: date, hours: 23, minutes: 59 }, ctx.tenant.zone) : null;
  const ms = at ? at.getTime() - ctx.clock.now() : Number.NaN;
  if (!at || !(ms > 0 && ms <= (trialDays.most + 1) * dayMs)) throw invalidInput('trialEndsOn');
  return at.toISOString();
}

/** Users of a blocked or deleted tenant are refused at their next call; the hosts of a deleted one are dropped from the cache at once. */
export const changeOneUnit = bind(changeUnit, async ({ id, version, action, reason, trialEndsOn }, ctx) => {
  if (action === 'block' && !reason) throw new AppError('required', { name: 'reason' }, { field: 'reason' });
  const change = {
    product: ctx.env.PRODUCT_HOST,
    ip: ctx.address,
    request: ctx.requestId,
    reason: reason || null,
    ...(action === 'extend' && { until: endOfTrial(ctx, trialEndsOn) }),
  };
  const [{ rows }] = await orRefused(
    ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [writeStatus(db, id, version, action, change)]),
  );
  const outcome = rows[0]?.outcome;
  if (!outcome) throw new AppError('not_found');
  await forgetHosts(outcome.hosts ?? [], ctx.env);
  return { version: outcome.version };
});
