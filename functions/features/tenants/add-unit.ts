import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { basicTheme, colorsProblem } from '../../../domain/tenants/basic-theme.ts';
import { type AddUnit, addUnit } from '../../../domain/tenants/contract.ts';
import { factNames, limitNames, ruleNames } from '../../../domain/tenants/fields.ts';
import { normalName } from '../../../domain/text/name.ts';
import { normalEmail } from '../../../domain/users/person.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';
import { newId } from '../../services/ids.ts';
import { sealedAccount } from '../bi-accounts/index.ts';
import { insertCustomer, keptFields, orTaken } from '../customers/index.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { getAddress, hostOfSubdomain, keptDomain } from './hosts.ts';
import { orRefused } from './refusals.ts';
import { addUnitCustomer, insertTenant } from './tenants.sql.ts';

function getTheme({ theme, name }: AddUnit): object | null {
  if (theme.from !== 'colors') return null;
  const colors = { main: theme.main ?? '', text: theme.text ?? '' };
  const problem = colorsProblem(colors);
  if (problem === 'invalid') throw invalidInput('theme.main');
  if (problem) throw new AppError('theme_contrast', { ratio: problem.ratio }, { field: 'theme.main' });
  return basicTheme(name, colors);
}

async function getAdmin({ admin, timezone }: AddUnit): Promise<Record<string, string | null>> {
  const name = normalName(admin.name);
  const email = normalEmail(admin.email);
  if (!name) throw new AppError('required', { name: 'admin.name' }, { field: 'admin.name' });
  if (!isEmail(email)) throw invalidInput('admin.email');
  const { getCountry, readPhone } = await import('../../../domain/users/phone.ts');
  const phone = admin.phone.trim() ? readPhone(admin.phone, getCountry(timezone)) : null;
  if (admin.phone.trim() && !phone) throw invalidInput('admin.phone');
  return { admin_name: name, admin_key: keyOfName(name), admin_email: email, admin_phone: phone, admin_language: admin.language };
}

function check(input: AddUnit, ctx: SessionContext): void {
  const { kind, party, payerId } = input;
  if (kind === 'partner' && ctx.tenant.kind !== 'platform')
    throw new AppError('not_permitted', { action: 'partners.add' }, { field: 'kind' });
  if (party && payerId) throw invalidInput('payerId');
  if (kind === 'partner' && payerId) throw invalidInput('payerId');
}

/** Everything in one transaction: any refusal leaves nothing behind, and of sixty concurrent calls for one host one gets it. */
export const addOneUnit = bind(addUnit, async (input, ctx) => {
  check(input, ctx);
  const { kind, name, payerId } = input;
  const [id, adminId, partyId] = [newId(ctx.clock.now()), newId(ctx.clock.now()), newId(ctx.clock.now())];
  const host = hostOfSubdomain(ctx, input.subdomain);
  const party = input.party && (await keptFields(input.party, 'party.'));
  const { address, requestId } = ctx;
  const tenant = {
    ...{ id, kind, name, sort_key: keyOfName(name), host, product: ctx.env.PRODUCT_HOST, ip: address, request: requestId },
    ...{ language: input.language, zone: input.timezone, own_domain: keptDomain(ctx, input.ownDomain) },
    ...{ trial_days: input.trialDays, verify: isOn(input.verify) },
    ...Object.fromEntries(limitNames.map((name) => [factNames[name], input[name]])),
    ...Object.fromEntries(ruleNames.map((name) => [factNames[name], isOn(input[name])])),
    payer_id: kind === 'unit' && party ? partyId : payerId,
    ...{ theme_from: input.theme.from, theme: getTheme(input) },
    ...{ admin_id: adminId, ...(await getAdmin(input)) },
    account: input.account && (await sealedAccount(ctx, input.account, id)),
  };
  const record = { id: partyId, ofTenant: kind === 'partner' ? id : null, address, requestId };
  await orRefused(
    orTaken(
      ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => {
        const making = insertTenant(db, tenant);
        const paying = party ? [addUnitCustomer(db, insertCustomer(party, record))] : [];
        // A client must exist before the unit that names it, a partner's record after the partner that it describes.
        return kind === 'unit' ? [...paying, making] : [making, ...paying];
      }),
      'party.',
    ),
  );
  await forgetHosts([host], ctx.env);
  wakeTenantOutbox(ctx, id);
  return { id, host, address: getAddress(ctx, host), version: 1 };
});
