import { AppError } from '../../../domain/errors/catalogue.ts';
import { addApp, startApp } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { recordingWrongProofs } from '../../request/record-wrong-proofs.ts';
import { freshKey, getStep, openSeal } from './app-codes.ts';
import { typedCode } from './mailed-code.ts';
import { ownFactors, refuseOther, writeFactor } from './own-factors.ts';
import { prove } from './prove.ts';
import { newCodes } from './recovery.ts';

export const startOwnApp = bind(startApp, async (_input, ctx) => freshKey(ctx, (await ownFactors(ctx, false)).email));

export const addOwnApp = bind(
  addApp,
  recordingWrongProofs(async ({ id, seal, name, app_code, bound, mail_code, ...given }, ctx) => {
    const own = await ownFactors(ctx, true);
    refuseOther(own, bound);
    const proof = await prove(given, own, ctx);
    const key = await openSeal(ctx, { id, seal });
    const step = key && (await getStep(key, app_code, ctx.clock.now()));
    if (typeof step !== 'number') throw new AppError('factor_wrong', undefined, { field: 'app_code' });
    const { codes, hashes } = await newCodes();
    const isFirst = !own.totps && !own.passkeys;
    await writeFactor(
      ctx,
      'totp',
      {
        bound: own.bound,
        mailed: await typedCode(own.holder, mail_code),
        factor: { id, kind: 'totp', name, secret: seal, step },
        codes: hashes,
      },
      proof,
    );
    return { status: 'ok' as const, recovery_codes: isFirst ? codes : null };
  }),
);
