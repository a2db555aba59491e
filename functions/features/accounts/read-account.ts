import { rowsOf } from '../../../db/client.ts';
import { readAccount } from '../../../domain/accounts/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { mayProve, type OwnRow, ownAccount, ownName } from './own-account.ts';
import { policyFrom, presentPolicy } from './rules.ts';

export const readOwnAccount = bind(readAccount, async (_input, ctx) => {
  const [found, people, proof] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(ownAccount(false)),
    db.execute(ownName),
    db.execute(mayProve),
  ]);
  const [own] = rowsOf<OwnRow>(found);
  const prove = rowsOf<{ prove: boolean }>(proof)[0]?.prove ?? false;
  if (!own?.password) return { account: null, prove };
  const policy = policyFrom(own.rules);
  const at = new Date(own.password_at);
  return {
    prove,
    account: {
      ...(await presentPolicy(policy, ctx)),
      email: own.email,
      name: rowsOf<{ name: string }>(people)[0]?.name ?? '',
      unit: ctx.tenant.name,
      passwordAt: at.toISOString(),
      passwordEndsAt: policy.expiryDays ? new Date(at.getTime() + policy.expiryDays * 86_400_000).toISOString() : null,
      otherSessions: own.others,
    },
  };
});
