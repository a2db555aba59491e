import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../request/context.ts';
import { getHash, newSecret } from '../../services/ids.ts';

/** The name of a proof: the database creates the row itself in the step that proves something, and the next step uses it up. */
export const newProof = (): Promise<string> => getHash(newSecret());

/** SQL: a proof or a pending step, as this host's functions take it. */
export const proofHere = (ctx: Context, hash: string): SQL => sql`${hash}::bytea, ${ctx.tenant.id}::uuid, ${ctx.host}`;

/** The facts about the user of a proof; a statement of its own after the one that creates it, in the same trip. */
export const getEntrant = (ctx: Context, hash: string, device: string | null): SQL =>
  sql`select * from app.entrant(${proofHere(ctx, hash)}, ${device}::bytea)`;
