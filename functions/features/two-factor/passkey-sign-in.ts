import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { loginPasskey, passkeyOptions } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../http/bind.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import { admit, deviceOf, entrantOf, type KnownEntrant, newProof, proofHere } from '../session/index.ts';
import { askedFor, challengeFor, challengeIn, counterOf, namesHolder, type StoredPasskey } from './passkeys.ts';
import { recordFactor, tooMany } from './pending.ts';

type Row = { state: 'ok' | 'over' | 'limited'; wait: number; public_key: string; person: string | null } & StoredPasskey;

/** The secret of the ticket is the challenge itself: whoever signs it has it, and it works once. */
export const offerPasskey = bind(passkeyOptions, async ({ offer }, ctx) => {
  const secret = newSecret();
  const hash = await hashOf(secret);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(
      sql`select app.passkey_offer(${ctx.tenant.id}::uuid, ${ctx.address}, ${hash}::bytea, ${ctx.host}, ${askedFor / 1000}::int) as wait`,
    ),
  ]);
  const wait = rowsOf<{ wait: number }>(result)[0]?.wait ?? 0;
  if (wait === 0) return challengeFor(ctx, secret);
  if (offer) return null;
  throw tooMany(wait);
});

/** Possession and the person's own gesture: nothing else is asked. */
export const signInWithPasskey = bind(loginPasskey, async ({ passkey }, ctx) => {
  const challenge = challengeIn(passkey.response.clientDataJSON);
  if (!challenge) throw new AppError('factor_wrong');
  const device = await deviceOf(ctx);
  const hash = await hashOf(challenge);
  const proof = await newProof();
  const [result, people] = await ctx.database.withDoor((db) => [
    db.execute(sql`select * from app.passkey_open(${proofHere(ctx, hash)}, ${passkey.id}, ${ctx.address}, ${proof}::bytea)`),
    db.execute(entrantOf(ctx, proof, device)),
  ]);
  const [row] = rowsOf<Row>(result);
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state === 'over') throw new AppError('factor_over');
  if (!row) throw new AppError('factor_wrong');
  const counter = namesHolder(passkey, row.holder)
    ? await counterOf(ctx, passkey, { ...row, host: ctx.host, publicKey: row.public_key }, challenge)
    : null;
  const [entrant] = rowsOf<KnownEntrant>(people);
  const wrong = () => {
    recordFactor(ctx, { step: proof, code: 'factor_wrong' });
    return new AppError('factor_wrong');
  };
  if (counter === null) throw wrong();
  if (!entrant) throw new AppError('not_found_companies');
  const use = JSON.stringify({ kind: 'passkey', id: row.id, counter });
  const admitted = admit(ctx, entrant, {
    proof,
    authType: 'passkey',
    known: entrant.device_known,
    device,
    first: sql`select app.passkey_use(${proofHere(ctx, proof)}, ${use}::jsonb, ${ctx.address})`,
  });
  // A counter that stood still: somebody has a copy.
  return admitted.catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'factor_wrong' ? wrong() : error;
  });
});
