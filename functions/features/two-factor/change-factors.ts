import { removeFactor, renameFactor, renewCodes } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { recordingWrongProofs } from '../../request/record-wrong-proofs.ts';
import { ownFactors, writeFactor } from './own-factors.ts';
import { prove } from './prove.ts';
import { newCodes } from './recovery.ts';

export const renameOwnFactor = bind(renameFactor, async ({ id, name }, ctx) => {
  await writeFactor(ctx, 'rename', { id, name }, null);
  return { status: 'ok' as const };
});

export const removeOwnFactor = bind(
  removeFactor,
  recordingWrongProofs(async ({ id, ...given }, ctx) => {
    const own = await ownFactors(ctx, true);
    await writeFactor(ctx, 'remove', { bound: own.bound, id }, await prove(given, own, ctx));
    return { status: 'ok' as const };
  }),
);

export const renewOwnCodes = bind(
  renewCodes,
  recordingWrongProofs(async (given, ctx) => {
    const own = await ownFactors(ctx, true);
    const proof = await prove(given, own, ctx);
    const { codes, hashes } = await newCodes();
    await writeFactor(ctx, 'codes', { bound: own.bound, codes: hashes }, proof);
    return { recovery_codes: codes };
  }),
);
