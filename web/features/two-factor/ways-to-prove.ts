import type { OwnFactors } from '../../../domain/two-factor/contract.ts';

export type Ways = {
  passkey: boolean;
  typed: 'password' | 'code' | null;
  label: 'factor.own.password' | 'factor.own.proofCode' | 'factor.code' | 'factor.recovery';
  /** Something is asked, and nothing of it can be given here. */
  stuck: boolean;
};
export type ProvesBy = 'passkey' | 'typed';

type Own = Pick<OwnFactors, 'proof' | 'recovery'> & { app: object | null; passkeys: readonly { here: boolean }[] };

/** By what somebody can show, on this host and in this browser, that it is he; of who has neither password nor factor nothing is asked. */
export function waysToProve({ proof, app, recovery, passkeys }: Own, hasPasskeys: boolean): Ways {
  const passkey = hasPasskeys && passkeys.some(({ here }) => here);
  const typed = proof === 'password' ? 'password' : proof === 'code' && (app || recovery > 0) ? 'code' : null;
  const codes = recovery === 0 ? 'factor.code' : app ? 'factor.own.proofCode' : 'factor.recovery';
  return { passkey, typed, label: typed === 'password' ? 'factor.own.password' : codes, stuck: proof === 'code' && !typed && !passkey };
}

/** Before the factors are read: what most people have. */
export const unread: Ways = { passkey: false, typed: 'password', label: 'factor.own.password', stuck: false };
/** Of a factor that the session may use and doesn't show: whatever the person has of it. */
export const unseen = (): Ways => ({ passkey: browserHasPasskeys(), typed: 'code', label: 'factor.own.proofCode', stuck: false });
export const browserHasPasskeys = () => typeof PublicKeyCredential !== 'undefined';
