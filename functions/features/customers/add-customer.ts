import { raw } from '../../../db/raw.ts';
import { addCustomer } from '../../../domain/customers/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { insertCustomer, keptFields, orTaken } from './customer-input.ts';

const insertRow = raw('customers.add', {});

export const addOneCustomer = bind(addCustomer, async (input, ctx) => {
  const party = await keptFields(input);
  const id = newId(ctx.clock.now());
  const { address, requestId } = ctx;
  await orTaken(
    ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
      insertRow(db, insertCustomer(party, { id, ofTenant: null, address, requestId })),
    ]),
  );
  return { id, version: 1 };
});
