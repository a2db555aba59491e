import { sql } from 'drizzle-orm';
import { type RowOf, raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { getCode } from '../../../domain/playlists/code.ts';
import { loginPlaylist, pollPairing, startPairing } from '../../../domain/playlists/devices-contract.ts';
import { codeAskSeconds, codeMinutes, linkWaitSeconds } from '../../../domain/playlists/limits.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { refuseDisplayAddress } from '../../request/refuse-address.ts';
import { getHash, newId, newSecret } from '../../services/ids.ts';

const letIn = { state: 'text', device_id: 'uuid?', playlist_id: 'uuid?', name: 'text?' } as const;
const signIn = raw('displays.sign_in', letIn);
const startPair = raw('displays.pair_start', { state: 'text', ends_at: 'timestamptz?' });
const pollPair = raw('displays.pair_poll', letIn);

const refusals = {
  unknown: 'playlist_token_unknown',
  full: 'playlist_players_full',
  tenant_blocked: 'tenant_blocked',
} as const;
const maxTries = 5;

/** A code counts within its tenant; a hash of the code alone could be reversed by trying all codes. */
export const getCodeHash = (tenantId: string, code: string): string => `${tenantId} ${code}`;

async function getSession(ctx: Context, sid: string, row: RowOf<typeof letIn>) {
  if (row.state === 'limited')
    throw new AppError('too_many_attempts', { minutes: linkWaitSeconds / 60 }, { retryAfterSeconds: linkWaitSeconds });
  const refusal = Object.entries(refusals).find(([state]) => state === row.state)?.[1];
  if (refusal) throw new AppError(refusal);
  const token = await ctx.tokens.signPlayer({ sid, device: row.device_id ?? '', tenant: ctx.tenant.id }, ctx.host, ctx.clock.now());
  return {
    status: 'ok' as const,
    token,
    intended: `/${row.playlist_id ?? row.device_id}/playlist/view?display=1`,
    user: { id: row.device_id ?? '', name: row.name ?? '' },
    redirect: null,
    message: null,
    domain: null,
  };
}

/** A display signs in with its link: the token becomes a session at once and isn't needed again. */
export const letDisplayIn = bind(loginPlaylist, async ({ token }, ctx) => {
  refuseDisplayAddress(ctx, null);
  const sid = newId(ctx.clock.now());
  const hash = await getHash(token);
  const proof = sql`${ctx.tenant.id}::uuid, ${hash}::bytea, ${sid}::uuid, ${ctx.address}, ${ctx.requestId}`;
  const [{ rows }] = await ctx.database.withDoor((db) => [signIn(db, sql`select * from app.playlist_login(${proof})`)]);
  const [row] = rows;
  if (!row) throw new AppError('playlist_token_unknown');
  return getSession(ctx, sid, row);
});

/** A screen without a keyboard: it shows a code, and an administrator types it. */
export const startPairingOfScreen = bind(startPairing, async (_input, ctx) => {
  const secret = newSecret();
  const secretHash = await getHash(secret);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const code = getCode(crypto.getRandomValues(new Uint8Array(32)));
    if (!code) continue;
    const codeHash = await getHash(getCodeHash(ctx.tenant.id, code));
    const [{ rows }] = await ctx.database.withDoor((db) => [
      startPair(
        db,
        sql`select * from app.pair_start(${ctx.tenant.id}::uuid, ${newId(ctx.clock.now())}::uuid, ${codeHash}::bytea,
          ${secretHash}::bytea, ${ctx.address}, make_interval(mins => ${codeMinutes}))`,
      ),
    ]);
    const [row] = rows;
    if (row?.state === 'limited')
      throw new AppError('too_many_attempts', { minutes: codeMinutes }, { retryAfterSeconds: codeMinutes * 60 });
    // Another screen of this tenant has the same code: one chance in hundreds of millions, handled anyway.
    if (row?.state !== 'ok' || row.ends_at === null) continue;
    return {
      code,
      secret,
      endsAt: toIso(row.ends_at),
      serverNow: new Date(ctx.clock.now()).toISOString(),
      askSeconds: codeAskSeconds,
    };
  }
  throw new AppError('service_unavailable', undefined, { retryAfterSeconds: 5 });
});

export const askPairing = bind(pollPairing, async ({ secret }, ctx) => {
  refuseDisplayAddress(ctx, null);
  const sid = newId(ctx.clock.now());
  const hash = await getHash(secret);
  const proof = sql`${ctx.tenant.id}::uuid, ${hash}::bytea, ${sid}::uuid, ${ctx.address}, ${ctx.requestId}`;
  const [{ rows }] = await ctx.database.withDoor((db) => [pollPair(db, sql`select * from app.pair_poll(${proof})`)]);
  const [row] = rows;
  if (!row || row.state === 'ended') return { state: 'ended' as const, session: null };
  if (row.state === 'waiting') return { state: 'waiting' as const, session: null };
  return { state: 'ok' as const, session: await getSession(ctx, sid, row) };
});
