import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { loginPasskey, passkeyOptions } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { admit, getDevice, newProof, proofHere, readEntrant } from '../session/index.ts';
import { askedFor, challengeFor, challengeIn, getCounter, namesHolder } from './passkeys.ts';
import { recordFactor, tooMany } from './pending.ts';
import { offerChallenge, readPasskey } from './two-factor.sql.ts';

/** The secret of the ticket is the challenge itself: only its signer can use it, and it works once. */
export const offerPasskey = bind(passkeyOptions, async ({ offer }, ctx) => {
  const secret = newSecret();
  const hash = await getHash(secret);
  const [{ rows }] = await ctx.database.withDoor((db) => [offerChallenge(db, ctx, hash, askedFor / 1000)]);
  const wait = rows[0]?.wait ?? 0;
  if (wait === 0) return challengeFor(ctx, secret);
  if (offer) return null;
  throw tooMany(wait);
});

/** Possession and user verification: no other factor is required. */
export const signInWithPasskey = bind(loginPasskey, async ({ passkey }, ctx) => {
  const challenge = challengeIn(passkey.response.clientDataJSON);
  if (!challenge) throw new AppError('factor_wrong');
  const device = await getDevice(ctx);
  const hash = await getHash(challenge);
  const proof = await newProof();
  const [opened, people] = await ctx.database.withDoor((db) => [
    readPasskey(db, ctx, hash, passkey.id, proof),
    readEntrant(db, ctx, proof, device),
  ]);
  const [row] = opened.rows;
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state === 'over') throw new AppError('factor_over');
  if (!row) throw new AppError('factor_wrong');
  const counter = namesHolder(passkey, row.holder)
    ? await getCounter(ctx, passkey, { ...row, host: ctx.host, publicKey: row.public_key, counter: Number(row.counter) }, challenge)
    : null;
  const [entrant] = people.rows;
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
  // A counter that didn't increase: the passkey may have been cloned.
  return admitted.catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'factor_wrong' ? wrong() : error;
  });
});
