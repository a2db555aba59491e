import { raw } from '../../../db/raw.ts';
import { checkUnit } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { refusedFields } from '../customers/index.ts';

const findTaken = raw('tenants.party_taken', { document: 'bool?', code: 'bool?' });

/** Checked when a step is left, so that a problem doesn't surface seven steps later. The answer may change until the unit is created. */
export const checkOneStep = bind(checkUnit, async ({ kind, party, phone, timezone }, ctx) => {
  const ofParty = party
    ? await refusedFields(party, kind === 'partner' ? 'partner' : 'client', async (query) => {
        const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [findTaken(db, query)]);
        return { document: rows[0]?.document ?? false, code: rows[0]?.code ?? false };
      })
    : [];
  const refused = ofParty.map(({ field, code }) => ({ field: `party.${field}`, code }));
  if (!phone?.trim()) return { refused };
  const { getCountry, readPhone } = await import('../../../domain/users/phone.ts');
  const read = readPhone(phone, getCountry(timezone ?? ctx.tenant.zone));
  return { refused: read === null ? [...refused, { field: 'admin.phone', code: 'invalid' as const }] : refused };
});
