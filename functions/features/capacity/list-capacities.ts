import { listCapacities } from '../../../domain/capacity/contract.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { controlledOrNull, presentFacts, readFacts } from './stored-capacity.ts';

export const findCapacities = bind(listCapacities, async (_, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.browse'), (db) => [readFacts(db, null)]);
  return {
    items: rows.map(({ facts }) => {
      const mine = controlledOrNull(facts);
      return {
        ...presentFacts(facts),
        armId: facts.armId,
        rules: mine && { baseSize: mine.baseSize, idleMinutes: mine.idleMinutes, followShifts: toFlag(mine.followShifts) },
      };
    }),
  };
});
