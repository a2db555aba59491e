import { sql } from 'drizzle-orm';
import type { OwnSignIn } from '../../../domain/sign-ins/contract.ts';

export type SignInFacts = {
  id: string;
  at: string;
  way: string;
  outcome: string;
  vouched: 'account' | 'unit' | null;
  address: string | null;
  agent: string | null;
  seen_at: string | null;
};

export const signInColumns = sql`s.id, s.at, s.way, s.outcome, s.vouched, s.address, s.agent, s.seen_at`;

export const presentSignIn = ({ id, at, way, outcome, vouched, address, agent, seen_at: seen }: SignInFacts): OwnSignIn => ({
  ...{ id, way, outcome, vouched, address, agent },
  at: new Date(at).toISOString(),
  seenAt: seen ? new Date(seen).toISOString() : null,
});
