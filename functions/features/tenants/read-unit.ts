import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { knownLanguage } from '../../../domain/session/languages.ts';
import { readUnit } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { presentTree } from './tenant-row.ts';
import { readFacts } from './tenants.sql.ts';

export const readOneUnit = bind(readUnit, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [readFacts(db, id, ctx.env.PRODUCT_HOST)]);
  const facts = rows[0]?.facts;
  if (!facts) throw new AppError('not_found');
  const isPlatform = ctx.tenant.kind === 'platform';
  return {
    id: facts.id,
    kind: facts.kind,
    name: facts.name,
    status: facts.status,
    statusReason: facts.status_reason,
    language: knownLanguage(facts.language) ?? 'pt-BR',
    timezone: facts.zone,
    trialDays: facts.trial_days,
    trialEndsAt: isoOrNull(facts.trial_ends_at),
    held: facts.held,
    limitsAbove: {
      userLimit: facts.limits_above.user_limit,
      bonusUsers: facts.limits_above.bonus_users,
      domainLimit: facts.limits_above.domain_limit,
      reportLimit: facts.limits_above.report_limit,
    },
    users: facts.users_used,
    userLimit: facts.user_limit,
    bonusUsers: facts.bonus_users,
    domainLimit: facts.domain_limit,
    reportLimit: facts.report_limit,
    defaultDirectory: toFlag(facts.default_directory),
    directoryHolder: facts.directory_holder,
    restrictAccounts: toFlag(facts.restrict_accounts),
    allowReports: toFlag(facts.allow_reports),
    lastUpdate: toFlag(facts.last_update),
    ownDomain: facts.own_domain,
    hosts: facts.hosts,
    parent: facts.parent,
    payer: facts.payer && { id: facts.payer.id, name: facts.payer.name, document: facts.payer.document ?? '', mine: facts.payer.mine },
    partyId: facts.party,
    relation: facts.relation && {
      role: facts.relation.role,
      verify: facts.relation.verify,
      status: facts.relation.status,
      until: isoOrNull(facts.relation.until),
      since: toIso(facts.relation.since),
    },
    admins: facts.admins.map(({ name, email, waiting, last }) => ({ name, email, waiting, lastSignInAt: isoOrNull(last) })),
    invitee: facts.invitee,
    lastActivityAt: isoOrNull(facts.last_activity),
    groups: facts.groups,
    units: facts.units,
    tree: presentTree(facts.tree, facts),
    hidden_menu: isPlatform ? facts.hidden_by_platform : facts.hidden_by_partner,
    hiddenByItself: facts.hidden_by_itself,
    hiddenByOthers: [...new Set([...(isPlatform ? facts.hidden_by_partner : facts.hidden_by_platform), ...facts.hidden_above])],
    version: facts.version,
    createdAt: toIso(facts.created_at),
    deletedAt: isoOrNull(facts.deleted_at),
  };
});
