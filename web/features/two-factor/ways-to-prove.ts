import type { OwnFactors } from '../../../domain/two-factor/contract.ts';

export type Typed = 'password' | 'code';
export type Ways = {
  passkey: boolean;
  /** What is typed instead, in this order. */
  typed: readonly Typed[];
  labels: { password: 'factor.own.password'; code: 'factor.own.proofCode' | 'factor.code' | 'factor.recovery' };
  /** A proof is required, but none of the user's can be given here. */
  stuck: boolean;
};
export type ProvesBy = 'passkey' | 'typed';

type Own = Pick<OwnFactors, 'proof' | 'recovery'> & { app: object | null; passkeys: readonly { here: boolean }[] };

const password = 'factor.own.password';
const asked = { none: [], password: ['password'], code: ['code'], both: ['password', 'code'] } as const;

/** The proofs a user can give on this host and in this browser; none for users with neither password nor factor. */
export function waysToProve({ proof, app, recovery, passkeys }: Own, hasPasskeys: boolean): Ways {
  const passkey = hasPasskeys && passkeys.some(({ here }) => here);
  const needsCode = proof === 'code' || proof === 'both';
  const typed = needsCode && !app && recovery === 0 ? [] : asked[proof];
  const code = recovery === 0 ? 'factor.code' : app ? 'factor.own.proofCode' : 'factor.recovery';
  return { passkey, typed, labels: { password, code }, stuck: needsCode && typed.length === 0 && !passkey };
}

const labels = { password, code: 'factor.own.proofCode' } as const;
/** For a factor that the session may use but not list: any kind. */
export const unseen = (): Ways => ({ passkey: browserHasPasskeys(), typed: ['code'], labels, stuck: false });
export const browserHasPasskeys = () => typeof PublicKeyCredential !== 'undefined';
