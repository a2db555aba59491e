import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { passwordConfig } from '../../../domain/accounts/contract.ts';
import { linkPurposes } from '../../../domain/accounts/links.ts';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { bind } from '../../request/bind.ts';
import { getOrigin, isProductHost } from '../../request/get-origin.ts';
import { openLink } from './open-link.ts';
import { policyFrom, presentPolicy } from './rules.ts';

const ruleRows = raw('accounts.password_rules', { rules: 'jsonb?' });
const hostRows = raw('accounts.hosts', { hosts: 'text[]' });

/**
 * The password rules of this host's tenant; with a link, the rules for the link's user, and what the link opens. On a host whose DNS a unit
 * controls, the address of the product where a password is chosen. One trip.
 */
export const readPasswordConfig = bind(passwordConfig, async ({ token }, ctx) => {
  const isOurs = isProductHost(ctx.host, ctx.env);
  if (token === undefined || !isOurs) {
    const [{ rows }, places] = await ctx.database.withPublic((db) => [
      ruleRows(db, sql`select app.password_rules(${ctx.tenant.id}::uuid) as rules`),
      ...(isOurs ? [] : [hostRows(db, sql`select app.hosts_of(${ctx.tenant.id}::uuid) as hosts`)]),
    ]);
    const ours = places?.rows[0]?.hosts.find((host) => isProductHost(host, ctx.env));
    const rules = rows[0]?.rules as Partial<PasswordFields>[] | null | undefined; // because the function builds a list of rules
    return {
      ...(await presentPolicy(policyFrom(rules ?? null), ctx)),
      elsewhere: isOurs ? null : { origin: ours ? getOrigin(ours, ctx.env) : null },
      link: null,
    };
  }
  const opened = await openLink(ctx, token, false);
  const purpose = linkPurposes.find((known) => opened.purpose === `account.${known}`) ?? 'reset';
  return {
    ...(await presentPolicy(policyFrom(opened.rules), ctx)),
    elsewhere: null,
    link: {
      purpose,
      own: opened.own,
      name: opened.name,
      email: opened.email,
      unit: opened.tenant_name,
      ways: opened.passwords ? null : { origin: getOrigin(opened.host ?? ctx.host, ctx.env), names: opened.ways.map(({ name }) => name) },
      expiresAt: toIso(opened.expires_at),
    },
  };
});
