export { ConfirmFactor } from './ConfirmFactor.tsx';
export { type AskedFactor, FactorDialog } from './FactorDialog.tsx';
export { OwnFactors } from './OwnFactors.tsx';
export { ProveAccount } from './ProveAccount.tsx';
export { ReleaseAccount } from './ReleaseAccount.tsx';
export { signWithPasskey } from './sign-with-passkey.ts';
export { UserFactors } from './UserFactors.tsx';
