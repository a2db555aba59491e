import { readIdentities, removeIdentity } from './person-identities.ts';

export const identityRoutes = [readIdentities, removeIdentity];
