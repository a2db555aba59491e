import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { menuName } from '../../../domain/settings/limits.ts';
import { editUnit } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';
import { hostOfSubdomain, keptDomain } from './hosts.ts';
import { orRefused } from './refusals.ts';
import { writeEdit } from './tenants.sql.ts';

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/** Only the named fields change; the database function makes sure that a tenant never changes its own. */
export const editOneUnit = bind(editUnit, async (input, ctx) => {
  const { id, version, name, subdomain, ownDomain, defaultDirectory, restrictAccounts, allowReports, lastUpdate } = input;
  const flags = {
    default_directory: defaultDirectory,
    restrict_accounts: restrictAccounts,
    allow_reports: allowReports,
    last_update: lastUpdate,
  };
  const change = {
    product: ctx.env.PRODUCT_HOST,
    ip: ctx.address,
    request: ctx.requestId,
    ...(name !== undefined && { name, sort_key: keyOfName(name) }),
    ...(subdomain !== undefined && { host: hostOfSubdomain(ctx, subdomain) }),
    ...(ownDomain !== undefined && { own_domain: keptDomain(ctx, ownDomain) }),
    ...given('user_limit', input.userLimit),
    ...given('bonus_users', input.bonusUsers),
    ...given('domain_limit', input.domainLimit),
    ...given('report_limit', input.reportLimit),
    ...given('payer_id', input.payerId),
    ...given('hidden_menu', input.hidden_menu && [...new Set(input.hidden_menu.map(menuName))]),
    ...Object.fromEntries(Object.entries(flags).flatMap(([key, value]) => (value === undefined ? [] : [[key, isOn(value)]]))),
  };
  const [{ rows }] = await orRefused(ctx.database.withTenant(entryOf(ctx, 'units.manage'), (db) => [writeEdit(db, id, version, change)]));
  const outcome = rows[0]?.outcome;
  if (!outcome) throw new AppError('not_found');
  if (name !== undefined || subdomain !== undefined) await forgetHosts(outcome.hosts ?? [], ctx.env);
  return { version: outcome.version };
});
