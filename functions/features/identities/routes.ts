import { readIdentities, removeIdentity } from './person-identities.ts';

export const routes = [readIdentities, removeIdentity];
