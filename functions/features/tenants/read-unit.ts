import { toFlag } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { readUnit } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { presentTree } from './tenant-row.ts';
import { readFacts } from './tenants.sql.ts';

const instantOf = (text: string | null) => (text ? new Date(text).toISOString() : null);

export const readOneUnit = bind(readUnit, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'units.manage'), (db) => [readFacts(db, id, ctx.env.PRODUCT_HOST)]);
  const facts = rows[0]?.facts;
  if (!facts) throw new AppError('not_found');
  const isPlatform = ctx.tenant.kind === 'platform';
  return {
    id: facts.id,
    kind: facts.kind,
    name: facts.name,
    status: facts.status,
    statusReason: facts.status_reason,
    language: languages.find((known): known is Language => known === facts.language) ?? 'pt-BR',
    timezone: facts.zone,
    trialDays: facts.trial_days,
    trialEndsAt: instantOf(facts.trial_ends_at),
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
      until: instantOf(facts.relation.until),
      since: new Date(facts.relation.since).toISOString(),
    },
    admins: facts.admins.map(({ name, email, waiting, last }) => ({ name, email, waiting, lastSignInAt: instantOf(last) })),
    invitee: facts.invitee,
    lastActivityAt: instantOf(facts.last_activity),
    groups: facts.groups,
    units: facts.units,
    tree: presentTree(facts.tree, facts),
    hidden_menu: isPlatform ? facts.hidden_by_platform : facts.hidden_by_partner,
    hiddenByItself: facts.hidden_by_itself,
    hiddenByOthers: [...new Set([...(isPlatform ? facts.hidden_by_partner : facts.hidden_by_platform), ...facts.hidden_above])],
    version: facts.version,
    createdAt: new Date(facts.created_at).toISOString(),
    deletedAt: instantOf(facts.deleted_at),
  };
});
