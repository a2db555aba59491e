import { NeonDbError } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { loginFactor } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { admit, newProof, proofHere } from '../session/index.ts';
import { getStep, openSeal, type StoredApp, stepOfStored } from './app-codes.ts';
import { typedCode } from './mailed-code.ts';
import { firstName } from './names.ts';
import { madePasskey } from './new-passkey.ts';
import { challengeOfSetup, challengeOfTicket, getCounter } from './passkeys.ts';
import { type Opened, openPending, recordWrong } from './pending.ts';
import { hashOfCode, newCodes } from './recovery.ts';

type Input = z.output<typeof loginFactor.input>;
/** What the database uses up with the ticket. */
export type Use =
  | { kind: 'totp'; id: string; step: number }
  | { kind: 'recovery'; hash: string }
  | { kind: 'passkey'; id: string; counter: number };
type First = { kind: 'setup'; factor: object; codes: string[]; mailed: string };

const wrong = () => new AppError('factor_wrong', undefined, { field: 'code' });

/** Trip 1 counts the guess and reads what it is compared with; trip 2 uses ticket and factor and starts the session, all or nothing. */
export const giveFactor = bind(loginFactor, async (input, ctx) => {
  const pending = await openPending(ctx, input.token, true);
  try {
    return await enter(input, pending, ctx);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'factor_wrong' || error.code === 'factor_mail_code')) recordWrong(ctx, pending);
    throw error;
  }
});

async function enter(input: Input, pending: Opened, ctx: Context) {
  const first = input.setup || input.setupPasskey ? await setUp(input, pending, ctx) : null;
  const use: Use | First | null = first ? first.use : await given(input, pending, ctx);
  if (!use) throw wrong();
  const { body, entrant, device, hash } = pending;
  const proof = await newProof();
  const admitted = admit(ctx, entrant, {
    proof,
    step: hash,
    authType: body.way,
    redirect: body.redirect ?? null,
    change: body.change,
    known: entrant.device_known,
    device,
    remember: input.remember,
    first: sql`select app.factor_use(${proofHere(ctx, hash)}, ${JSON.stringify(use)}::jsonb, ${device}::bytea,
      ${ctx.address}, ${ctx.requestId}, ${proof}::bytea)`,
  });
  // A passkey can't be registered for a second user.
  const answer = await admitted.catch((error: unknown) => {
    if (error instanceof NeonDbError && error.code === '23505') throw wrong();
    if (error instanceof AppError && error.code === 'factor_mail_code')
      throw new AppError('factor_mail_code', undefined, { field: 'mail_code' });
    throw error;
  });
  if (use.kind === 'setup' || use.kind === 'recovery') wakeTenantOutbox(ctx, ctx.tenant.id);
  return first ? { ...answer, recovery_codes: first.codes } : answer;
}

async function setUp(input: Input, pending: Opened, ctx: Context) {
  // A user who has a factor must give that one first.
  if (pending.any) throw new AppError('factor_over');
  const factor = input.setupPasskey
    ? await madePasskey(ctx, input.setupPasskey, await challengeOfSetup(input.token), firstName(ctx, 'passkey'))
    : await newApp(input, ctx);
  if (!factor) throw wrong();
  const { codes, hashes } = await newCodes();
  return { codes, use: { kind: 'setup', factor, codes: hashes, mailed: await typedCode(pending.holder, input.mail_code) } satisfies First };
}

async function newApp({ code, setup }: Input, ctx: Context) {
  const key = setup && (await openSeal(ctx, setup));
  const step = key && code ? await getStep(key, code, ctx.clock.now()) : null;
  return setup && step !== null ? { id: setup.id, kind: 'totp', name: firstName(ctx, 'totp'), secret: setup.seal, step } : null;
}

async function given({ token, code, passkey }: Input, pending: Opened, ctx: Context): Promise<Use | null> {
  if (passkey) {
    const mine = pending.mine.find(({ credential }) => credential === passkey.id);
    const counter = mine ? await getCounter(ctx, passkey, mine, await challengeOfTicket(token)) : null;
    return mine && counter !== null ? { kind: 'passkey', id: mine.id, counter } : null;
  }
  if (!code) throw new AppError('required', { name: 'code' }, { field: 'code' });
  return findUse(code, pending.apps, ctx);
}

/** What a typed code would use up: a step of one of the apps, or one of the recovery codes, which the database checks. */
export async function findUse(typed: string, apps: readonly StoredApp[], ctx: Context): Promise<Use | null> {
  const hash = await hashOfCode(typed);
  if (hash) return { kind: 'recovery', hash };
  for (const app of apps) {
    const step = await stepOfStored(ctx, app, typed);
    if (step !== null) return { kind: 'totp', id: app.id, step };
  }
  return null;
}
