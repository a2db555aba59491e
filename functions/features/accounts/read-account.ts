import { rowsOf } from '../../../db/client.ts';
import { readAccount } from '../../../domain/accounts/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { type OwnRow, ownAccount, ownName } from './own-account.ts';
import { policyFrom, presentPolicy } from './rules.ts';

export const readOwnAccount = bind(readAccount, async (_input, ctx) => {
  const [found, people] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(ownAccount(ctx, false)),
    db.execute(ownName),
  ]);
  const [own] = rowsOf<OwnRow>(found);
  if (!own?.password) return { account: null };
  const policy = policyFrom(own.rules);
  const at = new Date(own.password_at);
  return {
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
