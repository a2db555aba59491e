import { raw } from '../../../db/raw.ts';
import { addParty } from '../../../domain/parties/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { newId } from '../../services/ids.ts';
import { insertParty, keptFields, orTaken } from './party-input.ts';

const insertRow = raw('parties.add', {});

export const addOneParty = bind(addParty, async (input, ctx) => {
  const party = await keptFields(input);
  const id = newId(ctx.clock.now());
  const { address, requestId } = ctx;
  await orTaken(
    ctx.database.withTenant(entryOf(ctx, 'parties.manage'), (db) => [
      insertRow(db, insertParty(party, { id, ofTenant: null, address, requestId })),
    ]),
  );
  return { id, version: 1 };
});
