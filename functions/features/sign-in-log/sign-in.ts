import { signIns } from '../../../db/schema/sign-in-log.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { OwnSignIn } from '../../../domain/sign-in-log/contract.ts';

export type SignInFacts = {
  id: string;
  at: string;
  way: string;
  outcome: string;
  vouched: 'account' | 'unit' | null;
  address: string | null;
  agent: string | null;
  seenAt: string | null;
};

export const signInColumns = {
  id: signIns.id,
  at: signIns.at,
  way: signIns.way,
  outcome: signIns.outcome,
  vouched: signIns.vouched,
  address: signIns.address,
  agent: signIns.agent,
  seenAt: signIns.seenAt,
};

export const presentSignIn = ({ id, at, way, outcome, vouched, address, agent, seenAt }: SignInFacts): OwnSignIn => ({
  ...{ id, way, outcome, vouched, address, agent },
  at: toIso(at),
  seenAt: isoOrNull(seenAt),
});
