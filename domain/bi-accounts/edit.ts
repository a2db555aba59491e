import type { Refusal } from '../errors/refusal.ts';

/** The fields of an account, except its secret. */
export type AccountFields = {
  name: string;
  directoryId: string;
  appId: string;
  objectId: string | null;
  secretEndsOn: string | null;
  subscriptionId: string | null;
  resourceGroup: string | null;
  workspaceId: string | null;
};

/** What the audit log stores about an account: of its secret only that one was set. */
export type AccountFacts = AccountFields & { secret?: 'set' };
export const accountFacts = (fields: AccountFields, secretSet: boolean): AccountFacts => {
  const { name, directoryId, appId, objectId, secretEndsOn, subscriptionId, resourceGroup, workspaceId } = fields;
  const facts = { name, directoryId, appId, objectId, secretEndsOn, subscriptionId, resourceGroup, workspaceId };
  return secretSet ? { ...facts, secret: 'set' } : facts;
};

/** What is omitted stays as it is. */
export type AskedAccount = Pick<AccountFields, 'name' | 'directoryId' | 'appId'> &
  Partial<AccountFields> & { version: number; newSecret: boolean };
/** `sameEnd`: the stored secret ends at the requested moment; `nameTaken`: another account visible to the user has the name. */
export type StoredAccountFacts = AccountFields & { version: number; sameEnd: boolean; nameTaken: boolean };
/** What belongs to the former credentials: the last test, the profile at the service, and the expiry notices of the secret. */
type Forgotten = { test: boolean; profile: boolean; notices: boolean };
export type AccountPlan = { version: number; forgets: Forgotten; change: { before: AccountFacts; after: AccountFacts } };

export function decideEditAccount(given: AskedAccount, stored: StoredAccountFacts | undefined): AccountPlan | Refusal {
  if (!stored) return { refused: 'not_found' };
  if (stored.nameTaken) return { refused: 'name_taken', field: 'name' };
  const asked = { ...stored, ...given };
  if (stored.version !== given.version) return { refused: 'changed_meanwhile' };
  const isSame = (...fields: (keyof AccountFields)[]) => fields.every((field) => asked[field] === stored[field]);
  const samePrincipal = isSame('directoryId', 'appId');
  return {
    version: stored.version + 1,
    forgets: {
      profile: !samePrincipal,
      test: asked.newSecret || !samePrincipal || !isSame('subscriptionId', 'resourceGroup', 'workspaceId'),
      notices: asked.newSecret || !stored.sameEnd,
    },
    change: { before: accountFacts(stored, false), after: accountFacts(asked, asked.newSecret) },
  };
}

/** A new account needs a name that no account visible to the user has. */
export const refuseAccount = (sameName: number): Refusal | null => (sameName > 0 ? { refused: 'name_taken', field: 'name' } : null);
