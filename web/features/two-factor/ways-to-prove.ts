import type { OwnFactors } from '../../../domain/two-factor/contract.ts';

export type Ways = {
  passkey: boolean;
  typed: 'password' | 'code' | null;
  label: 'factor.own.password' | 'factor.own.proofCode' | 'factor.code' | 'factor.recovery';
  /** A proof is required, but none of the user's can be given here. */
  stuck: boolean;
};
export type ProvesBy = 'passkey' | 'typed';

type Own = Pick<OwnFactors, 'proof' | 'recovery'> & { app: object | null; passkeys: readonly { here: boolean }[] };

/** The proofs a user can give on this host and in this browser; none for users with neither password nor factor. */
export function waysToProve({ proof, app, recovery, passkeys }: Own, hasPasskeys: boolean): Ways {
  const passkey = hasPasskeys && passkeys.some(({ here }) => here);
  const typed = proof === 'password' ? 'password' : proof === 'code' && (app || recovery > 0) ? 'code' : null;
  const codes = recovery === 0 ? 'factor.code' : app ? 'factor.own.proofCode' : 'factor.recovery';
  return { passkey, typed, label: typed === 'password' ? 'factor.own.password' : codes, stuck: proof === 'code' && !typed && !passkey };
}

/** The default while the factors are loading: what most users have. */
export const unread: Ways = { passkey: false, typed: 'password', label: 'factor.own.password', stuck: false };
/** For a factor that the session may use but not list: any kind. */
export const unseen = (): Ways => ({ passkey: browserHasPasskeys(), typed: 'code', label: 'factor.own.proofCode', stuck: false });
export const browserHasPasskeys = () => typeof PublicKeyCredential !== 'undefined';
