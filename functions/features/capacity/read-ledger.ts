import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { readCapacityLedger } from '../../../domain/capacity/contract.ts';
import { getMonth, monthLedger, monthSpan } from '../../../domain/capacity/money.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { controlledOrNull, found, getRules, readFacts } from './stored-capacity.ts';

type Kept = {
  since: string;
  controlledAt: string;
  log: { at: string; isOn: boolean; size: string; cause: string }[];
  hours: { hour: string; size: string; cause: string; seconds: number; centsPerHour: number | null }[];
};
const ledger = raw('capacity.ledger', { ledger: typed<Kept | null>('jsonb?') });

/** A month of the ledger. Money is the owner's: other members get no answer, as for a capacity that they don't reach. */
export const readOneLedger = bind(readCapacityLedger, async ({ id, month }, ctx) => {
  const now = new Date(ctx.clock.now());
  const { zone } = ctx.tenant;
  const asked = month ?? getMonth(now, zone);
  const { from, until } = monthSpan(asked, zone);
  const [{ rows }, { rows: ledgers }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    ledger(
      db,
      sql`select app.capacity_ledger(${id}::uuid, ${from.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz) as ledger`,
    ),
  ]);
  const row = controlledOrNull(found(rows));
  const kept = ledgers[0]?.ledger;
  if (!row || !kept) throw new AppError('not_found');
  const { baseSize, prices, paidByReservation, currency, budgetCents } = getRules(row);
  const stored = kept.hours.map((each) => ({ ...each, hour: new Date(each.hour) }));
  const log = kept.log.map((each) => ({ ...each, at: new Date(each.at) }));
  const facts = { stored, log, since: new Date(kept.since), controlledAt: new Date(kept.controlledAt), now };
  return {
    ...monthLedger(asked, zone, facts, { baseSize, prices, paidByReservation: isOn(paidByReservation) }),
    ...{ currency, budgetCents },
  };
});
