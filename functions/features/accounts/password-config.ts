import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { passwordConfig } from '../../../domain/accounts/contract.ts';
import { linkPurposes } from '../../../domain/accounts/links.ts';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';
import { bind } from '../../http/bind.ts';
import { originOf } from '../../http/origin-of.ts';
import { openLink } from './open-link.ts';
import { policyFrom, presentPolicy } from './rules.ts';

const ruleRows = raw('accounts.password_rules', { rules: 'jsonb?' });

/** The password rules of this host's tenant; with a link, the rules for the link's user, and what the link opens. */
export const readPasswordConfig = bind(passwordConfig, async ({ token }, ctx) => {
  if (token === undefined) {
    const [{ rows }] = await ctx.database.withPublic((db) => [
      ruleRows(db, sql`select app.password_rules(${ctx.tenant.id}::uuid) as rules`),
    ]);
    const rules = rows[0]?.rules as Partial<PasswordFields>[] | null | undefined; // because the function builds a list of rules
    return { ...(await presentPolicy(policyFrom(rules ?? null), ctx)), link: null };
  }
  const opened = await openLink(ctx, token, false);
  const purpose = linkPurposes.find((known) => opened.purpose === `account.${known}`) ?? 'reset';
  return {
    ...(await presentPolicy(policyFrom(opened.rules), ctx)),
    link: {
      purpose,
      own: opened.own,
      name: opened.name,
      email: opened.email,
      unit: opened.tenant_name,
      ways: opened.passwords ? null : { origin: originOf(opened.host ?? ctx.host, ctx.env), names: opened.ways.map(({ name }) => name) },
      expiresAt: new Date(opened.expires_at).toISOString(),
    },
  };
});
