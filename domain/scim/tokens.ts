import type { Refusal } from '../errors/refusal.ts';

/** The provider to which a token's directory belongs: undefined leaves it unchanged, null is none. */
export type Tie = { kind: 'saml' | 'entra'; issuer: string } | null | undefined;
type Facts = { name: string; provider?: string | null };
export type StoredToken = { version: number; name: string; provider: string | null };
export type EditPlan = { version: number; change: { before: Facts; after: Facts } };

/** What the change history stores about a provider; nothing where it is unchanged. */
export const tieFacts = (tie: Tie): Pick<Facts, 'provider'> => (tie === undefined ? {} : { provider: tie?.issuer ?? null });

type Found = { allowed: boolean; knowsTie: boolean };
/** Decides whether a token can get another name or provider. */
export function decideTokenEdit(
  { version, name, tie }: { version: number; name: string; tie: Tie },
  stored: StoredToken | undefined,
  { allowed, knowsTie }: Found,
): EditPlan | Refusal {
  if (!allowed) return { refused: 'function_disabled' };
  if (!stored) return { refused: 'not_found' };
  if (!knowsTie) return { refused: 'not_found', field: 'provider' };
  if (stored.version !== version) return { refused: 'changed_meanwhile' };
  const { name: was, provider } = stored;
  return { version: version + 1, change: { before: { name: was, provider }, after: { name, ...tieFacts(tie) } } };
}
