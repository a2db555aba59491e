import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { confirmLink } from '../../../domain/identities/contract.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { getHash, newId } from '../../services/ids.ts';
import { digestOfCode } from '../../services/mailed-code.ts';
import { admit, newProof, proofHere } from '../session/index.ts';
import { challengeOfTicket, findUse, getCounter, recordFactor, type Use } from '../two-factor/index.ts';
import { openWaiting, type Waiting } from './waiting.ts';

type Input = z.output<typeof confirmLink.input>;
/** What the database compares again while linking. */
type Proof = { kind: 'password'; seen: string; use?: Use } | { kind: 'passkey'; use: Use } | { kind: 'code'; code: string };

/**
 * Trip 1 counts the attempt and reads what to compare it with, then one hash; trip 2 links the identity and starts the session, all or
 * nothing.
 */
export const confirmOwnLink = bind(confirmLink, async (input, ctx) => {
  const waiting = await openWaiting(ctx, input.token, true);
  try {
    return await enter(await getProof(input, waiting, ctx), waiting, ctx);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'factor_wrong' || error.code === 'password_wrong'))
      recordFactor(ctx, { step: waiting.hash, code: 'factor_wrong' });
    throw error;
  }
});

async function enter(given: Proof, { body, hash, browser, device, entrant }: Waiting, ctx: Context) {
  const identity = newId(ctx.clock.now());
  const proof = await newProof();
  return admit(ctx, entrant, {
    proof,
    step: hash,
    authType: body.way,
    redirect: body.redirect ?? null,
    known: entrant.device_known,
    device,
    first: sql`select app.link_bind(${proofHere(ctx, hash)}, ${browser}, ${JSON.stringify(given)}::jsonb, ${identity}::uuid, ${ctx.address},
      ${ctx.requestId}, ${proof}::bytea)`,
  });
}

async function getProof({ token, password, code, passkey }: Input, waiting: Waiting, ctx: Context): Promise<Proof> {
  if (passkey) {
    const mine = waiting.mine.find(({ credential }) => credential === passkey.id);
    const counter = mine ? await getCounter(ctx, passkey, mine, await challengeOfTicket(token)) : null;
    if (!mine || counter === null) throw new AppError('factor_wrong', undefined, { field: 'passkey' });
    return { kind: 'passkey', use: { kind: 'passkey', id: mine.id, counter } };
  }
  if (waiting.account === null && code !== undefined) return { kind: 'code', code: await digestOfCode(waiting.hash, code) };
  if (password === undefined) {
    const field = waiting.account === null ? 'code' : 'password';
    throw new AppError('required', { name: field }, { field });
  }
  // Always one hash, even without a password, so that the response time reveals nothing.
  const { right } = await ctx.passwords.verify(password, waiting.password);
  if (!right || waiting.password === null) throw new AppError('password_wrong', undefined, { field: 'password' });
  const seen = await getHash(waiting.password);
  if (!waiting.any) return { kind: 'password', seen };
  if (!code) throw new AppError('factor_code', undefined, { field: 'code' });
  const use = await findUse(code, waiting.totp ? [waiting.totp] : [], ctx);
  if (!use) throw new AppError('factor_wrong', undefined, { field: 'code' });
  return { kind: 'password', seen, use };
}
