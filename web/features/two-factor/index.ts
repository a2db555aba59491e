export type { AskedFactor } from './asked-factor.ts';
export { ConfirmFactor } from './ConfirmFactor.tsx';
export { FactorDialog } from './FactorDialog.tsx';
export { OwnFactors } from './OwnFactors.tsx';
export { ProveAccount } from './ProveAccount.tsx';
export { ownFactorsQuery } from './queries.ts';
export { ReleaseAccount } from './ReleaseAccount.tsx';
export { signWithPasskey } from './sign-with-passkey.ts';
export { UserFactors } from './UserFactors.tsx';
