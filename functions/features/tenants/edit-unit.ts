import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { menuName } from '../../../domain/settings/limits.ts';
import { editUnit, type UnitEdit } from '../../../domain/tenants/contract.ts';
import { factNames, limitNames, ruleNames, type UnitField } from '../../../domain/tenants/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';
import { hostOfSubdomain, keptDomain } from './hosts.ts';
import { orRefused } from './refusals.ts';
import { writeEdit } from './tenants.sql.ts';

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/** What `app.edit_tenant` changes for each field of the form; nothing for one that is omitted. */
const getChanges = (input: UnitEdit, ctx: SessionContext): Record<UnitField, object> => ({
  name: input.name === undefined ? {} : { name: input.name, sort_key: keyOfName(input.name) },
  subdomain: input.subdomain === undefined ? {} : { host: hostOfSubdomain(ctx, input.subdomain) },
  ownDomain: input.ownDomain === undefined ? {} : { own_domain: keptDomain(ctx, input.ownDomain) },
  ...buildRecord(limitNames, (name) => given(factNames[name], input[name])),
  ...buildRecord(ruleNames, (name) => given(factNames[name], input[name] && isOn(input[name]))),
  payerId: given('payer_id', input.payerId),
  hidden_menu: given('hidden_menu', input.hidden_menu && [...new Set(input.hidden_menu.map(menuName))]),
});

/** Only the named fields change; the database function makes sure that a tenant never changes its own. */
export const editOneUnit = bind(editUnit, async (input, ctx) => {
  const { id, version, name, subdomain } = input;
  const origin = { product: ctx.env.PRODUCT_HOST, ip: ctx.address, request: ctx.requestId };
  const change: object = Object.assign(origin, ...Object.values(getChanges(input, ctx)));
  const [{ rows }] = await orRefused(ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [writeEdit(db, id, version, change)]));
  const outcome = rows[0]?.outcome;
  if (!outcome) throw new AppError('not_found');
  if (name !== undefined || subdomain !== undefined) await forgetHosts(outcome.hosts ?? [], ctx.env);
  return { version: outcome.version };
});
