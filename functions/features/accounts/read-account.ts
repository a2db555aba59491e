import { readAccount } from '../../../domain/accounts/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { accountIn, readOwn } from './own-account.ts';
import { policyFrom, presentPolicy } from './rules.ts';

export const readOwnAccount = bind(readAccount, async (_input, ctx) => {
  const [found, [person], proof] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => readOwn(db, false));
  const own = accountIn(found);
  const prove = proof.rows[0]?.prove ?? false;
  if (!own?.password) return { account: null, prove };
  const policy = policyFrom(own.rules);
  const at = new Date(own.password_at);
  return {
    prove,
    account: {
      ...(await presentPolicy(policy, ctx)),
      email: own.email,
      name: person?.name ?? '',
      unit: ctx.tenant.name,
      passwordAt: at.toISOString(),
      passwordEndsAt: policy.expiryDays ? new Date(at.getTime() + policy.expiryDays * 86_400_000).toISOString() : null,
      otherSessions: own.others,
    },
  };
});
