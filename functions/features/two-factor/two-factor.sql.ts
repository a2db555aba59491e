import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { FactorLink } from '../../../domain/two-factor/recovery-contract.ts';
import type { Context } from '../../request/context.ts';
import { type Pending, proofHere } from '../session/index.ts';
import type { StoredApp } from './app-codes.ts';
import type { StoredPasskey } from './passkeys.ts';

// The rules of second factors are in security definer functions (db/functions), because they guard data that no role may read.

type Named = { id: string; name: string; at: string; used: string | null };
type Call = Pick<Context, 'address' | 'requestId'>;

/** The result of a function that changes something. */
const stateShape = { state: 'text?' } as const;

// The second step of a sign-in.
const pendingShape = {
  state: typed<'ok' | 'over' | 'limited'>('text'),
  wait: 'int4',
  body: typed<Pending & { tries?: number }>('jsonb'),
  person: 'uuid?',
  // Null when the address made too many guesses.
  holder: 'uuid?',
  address: 'text',
  person_name: 'text',
  // One of the account, or one of this unit where only the unit vouches.
  totps: typed<StoredApp[] | null>('jsonb?'),
  passkeys: typed<StoredPasskey[] | null>('jsonb?'),
  recovery: 'int4',
  ends_at: 'timestamptz',
  vouched: typed<'account' | 'unit'>('text'),
  lost_at: 'timestamptz?',
} as const;
const pendingRows = raw('two_factor.open', pendingShape);
/** Complete when `state` is ok; otherwise only state, wait, body, person and holder are set. */
export type PendingRow = RowOf<typeof pendingShape>;
/** Counts the guess. */
export const readPending = (db: Db, ctx: Context, hash: string, device: string | null, guess: boolean) =>
  pendingRows(db, sql`select * from app.factor_open(${proofHere(ctx, hash)}, ${ctx.address}, ${device}::bytea, ${guess}::boolean)`);

const refuseRows = raw('two_factor.refuse', { told: 'bool?' });
export const refuseFactor = (db: Db, ctx: Context, step: string, code: string, tell: boolean) =>
  refuseRows(
    db,
    sql`select app.factor_refused(${proofHere(ctx, step)}, ${code}, ${tell}::boolean,
      ${ctx.address}, ${ctx.agent}, ${ctx.requestId}) as told`,
  );

const helpRows = raw('two_factor.help', stateShape);
export const helpWith = (db: Db, ctx: Context, hash: string, what: string) =>
  helpRows(db, sql`select app.factor_help(${hash}::bytea, ${ctx.tenant.id}::uuid, ${ctx.host}, ${what}, ${ctx.address}) as state`);

// A sign-in by passkey.
const offerRows = raw('two_factor.offer_passkey', { wait: 'int4' });
export const offerChallenge = (db: Db, ctx: Context, hash: string, seconds: number) =>
  offerRows(
    db,
    sql`select app.passkey_offer(${ctx.tenant.id}::uuid, ${ctx.address}, ${hash}::bytea, ${ctx.host}, ${seconds}::int) as wait`,
  );

const passkeyRows = raw('two_factor.open_passkey', {
  state: typed<'ok' | 'over' | 'limited'>('text'),
  wait: 'int4',
  id: 'uuid',
  holder: 'uuid',
  credential: 'text',
  public_key: 'text',
  counter: 'int8',
  transports: 'text[]',
  person: 'uuid?',
});
export const readPasskey = (db: Db, ctx: Context, hash: string, credential: string, proof: string) =>
  passkeyRows(db, sql`select * from app.passkey_open(${proofHere(ctx, hash)}, ${credential}, ${ctx.address}, ${proof}::bytea)`);

// Links of mails about factors.
const linkRows = raw('two_factor.open_link', {
  wait: 'int4',
  purpose: 'text',
  unit: 'text',
  email: 'text',
  what: typed<FactorLink['what']>('text'),
  name: 'text?',
  at: 'timestamptz?',
  expires_at: 'timestamptz?',
  language: 'text?',
});
/** Counts the address. */
export const readLink = (db: Db, ctx: Context, hash: string) =>
  linkRows(db, sql`select * from app.account_act_opens(${hash}::bytea, ${ctx.host}, ${ctx.address})`);

const takeRows = raw('two_factor.take_link', { purpose: 'text', reset: 'bool', tenant_id: 'uuid' });
export const takeLink = (db: Db, ctx: Context, hash: string, reset: string) =>
  takeRows(db, sql`select * from app.account_act_take(${hash}::bytea, ${ctx.host}, ${reset}::bytea, ${ctx.address}, ${ctx.requestId})`);

// A user's own factors.
const ownShape = {
  wait: 'int4',
  // Whose these are: the account's, or bound to the user in this unit.
  bound: typed<'account' | 'unit'>('text'),
  // There is an account that this session can't reach until it is proved.
  prove: 'bool',
  holder: 'uuid',
  email: 'text',
  name: 'text',
  password: 'text?',
  factor_at: 'timestamptz?',
  totps: typed<(Named & StoredApp)[] | null>('jsonb?'),
  passkeys: typed<(Named & StoredPasskey)[] | null>('jsonb?'),
  recovery: 'int4',
  remembered: 'int4',
  required: 'bool',
  // The account's first factor requires a mailed code.
  mail: 'bool',
} as const;
const ownRows = raw('two_factor.own', ownShape);
export type Own = RowOf<typeof ownShape>;
export const readOwn = (db: Db, guess: boolean, confirm: boolean) =>
  ownRows(db, sql`select f.*, app.own_remembered() as remembered from app.own_factors(${guess}::boolean, ${confirm}::boolean) f`);

const writeRows = raw('two_factor.write', stateShape);
/** Uses the proof, makes the change, audits it and notifies. */
export const changeOwn = (db: Db, { address, requestId }: Call, proof: object, what: string, body: object) =>
  writeRows(
    db,
    sql`select app.factor_write(${JSON.stringify(proof)}::jsonb, ${what}, ${JSON.stringify(body)}::jsonb,
      ${address}, ${requestId}) as state`,
  );

const mailRows = raw('two_factor.mail_code', stateShape);
export const mailOwn = (db: Db) => mailRows(db, sql`select app.own_code_mail() as state`);

const forgetRows = raw('two_factor.forget_devices', { forgotten: 'int4' });
export const forgetOwn = (db: Db, { address, requestId }: Call) =>
  forgetRows(db, sql`select app.forget_own_devices(${address}, ${requestId}) as forgotten`);

const staleRows = raw('two_factor.stale', { stale: 'bool?' });
export const readStale = (db: Db, sid: string) => staleRows(db, sql`select app.factor_stale(${sid}::uuid) as stale`);

// Proving the account in a session that only the unit vouched for.
const toProveRows = raw('two_factor.to_prove', {
  wait: 'int4',
  holder: 'uuid',
  email: 'text',
  name: 'text',
  password: 'text?',
  factor_at: 'timestamptz?',
  totps: typed<StoredApp[] | null>('jsonb?'),
  passkeys: typed<StoredPasskey[] | null>('jsonb?'),
  recovery: 'int4',
});
export const readToProve = (db: Db, guess: boolean) => toProveRows(db, sql`select * from app.account_to_prove(${guess}::boolean)`);

const proveRows = raw('two_factor.prove', stateShape);
export const proveWith = (db: Db, { address, requestId }: Call, seen: string | null, use: object | null) =>
  proveRows(db, sql`select app.account_prove(${seen}, ${use && JSON.stringify(use)}::jsonb, ${address}, ${requestId}) as state`);

// For administrators.
const personRows = raw('two_factor.person', {
  authenticator: 'bool',
  passkeys: 'int4',
  recovery: 'int4',
  last_used_at: 'timestamptz?',
  bound: 'int4',
  required: 'bool',
  waits_at: 'timestamptz?',
});
export const readPerson = (db: Db, id: string) => personRows(db, sql`select * from app.person_factors(${id}::uuid)`);

const resetRows = raw('two_factor.reset', stateShape);
export const resetPerson = (db: Db, { address, requestId }: Call, id: string) =>
  resetRows(db, sql`select app.reset_factors(${id}::uuid, ${address}, ${requestId}) as state`);

const readmitRows = raw('two_factor.readmit', { done: 'bool?' });
export const readmitPerson = (db: Db, { address, requestId }: Call, id: string) =>
  readmitRows(db, sql`select app.readmit(${id}::uuid, ${address}, ${requestId}) as done`);

const releaseRows = raw('two_factor.release_account', { done: 'bool?' });
export const releaseByEmail = (db: Db, { address, requestId }: Call, email: string, reason: string) =>
  releaseRows(db, sql`select app.release_account(${email}, ${reason}, ${address}, ${requestId}) as done`);
