import { removeFactor, renameFactor, renewCodes } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../http/bind.ts';
import { ownFactors, writeFactor } from './own-factors.ts';
import { prove } from './prove.ts';
import { newCodes } from './recovery.ts';

export const renameOwnFactor = bind(renameFactor, async ({ id, name }, ctx) => {
  await writeFactor(ctx, 'rename', { id, name }, null);
  return { status: 'ok' as const };
});

export const removeOwnFactor = bind(removeFactor, async ({ id, ...given }, ctx) => {
  await writeFactor(ctx, 'remove', { id }, await prove(given, await ownFactors(ctx, true), ctx));
  return { status: 'ok' as const };
});

export const renewOwnCodes = bind(renewCodes, async (given, ctx) => {
  const proof = await prove(given, await ownFactors(ctx, true), ctx);
  const { codes, hashes } = await newCodes();
  await writeFactor(ctx, 'codes', { codes: hashes }, proof);
  return { recovery_codes: codes };
});
