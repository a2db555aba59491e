import type { Refusal } from '../errors/refusal.ts';

type Flag = 'S' | 'N';
/** What the change history stores about the provider; never the secret. */
export type EntraFacts = {
  name: string;
  status: 'A' | 'I';
  domains: readonly string[];
  directories: readonly { id: string; name: string }[];
  own: Flag;
  clientId: string;
  secretAt: string | null;
  link: Flag;
  jit: Flag;
  jitStatus: 'A' | 'D';
  defaultProfile: 'user';
  guests: Flag;
  groups: readonly { claim: string; group: string }[];
};

/** The request: version 0 is the first save; `hasSecret` is true if a secret is stored afterwards. */
export type AskedEntra = { version: number; facts: EntraFacts; hasSecret: boolean; secretChanged: boolean };
/** What exists: the app, how many of the groups in the rules exist, and whether the product has a registration to share. */
export type FoundEntra = {
  allowed: boolean;
  shared: boolean;
  groups: number;
  stored: { version: number; facts: Partial<EntraFacts> } | undefined;
};
export type EntraPlan = {
  version: number;
  change: { before: Partial<EntraFacts> | null; after: EntraFacts; secretChanged: boolean };
};

export const ruledGroups = ({ groups }: Pick<EntraFacts, 'groups'>): string[] => [...new Set(groups.map(({ group }) => group))];

/** Decides whether the provider can be saved as requested. */
export function decideSave({ version, facts, hasSecret, secretChanged }: AskedEntra, found: FoundEntra): EntraPlan | Refusal {
  if (!found.allowed) return { refused: 'function_disabled' };
  const unready = facts.status === 'A' ? refuseUnready(facts, hasSecret, found.shared) : null;
  if (unready) return unready;
  if (found.groups !== ruledGroups(facts).length) return { refused: 'not_found', field: 'groups' };
  const { stored } = found;
  if ((stored?.version ?? 0) !== version) return { refused: 'changed_meanwhile' };
  return { version: version + 1, change: { before: stored?.facts ?? null, after: facts, secretChanged } };
}

/** A provider that would refuse every sign-in can't be switched on. */
function refuseUnready({ directories, own, clientId }: EntraFacts, hasSecret: boolean, shared: boolean): Refusal | null {
  const missing = (name: string): Refusal => ({ refused: 'required', field: name, vars: { name } });
  if (directories.length === 0) return missing('directories');
  if (own !== 'S') return shared ? null : { refused: 'entra_no_registration', field: 'own' };
  if (!clientId) return missing('clientId');
  return hasSecret ? null : missing('secret');
}
