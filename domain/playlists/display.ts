import type { Refusal } from '../errors/refusal.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';

export type DisplayIdentity = { username: string; roles: string[] } | null;
/** What an administrator enters about a display. */
export type DisplayFields = { name: string; place: string; playlistId: string; identity: DisplayIdentity };

/** Whether the playlist exists, and what the identity lacks that its items need: an identity at all, or a name. */
export type Fits = { playlist_there: boolean; lacks: boolean | null; nameless: boolean | null };

export function refuseDisplay(fits: Fits | undefined): Refusal | null {
  if (!fits?.playlist_there) return { refused: 'not_found', field: 'playlistId' };
  if (fits.nameless) return { refused: 'playlist_identity_required', field: 'identity' };
  return fits.lacks ? { refused: 'grant_roles_required', field: 'roles' } : null;
}

/** Roles in a fixed order, so that the same choice is the same identity. */
export const storedIdentity = (identity: DisplayIdentity): DisplayIdentity =>
  identity && { username: identity.username, roles: identity.roles.toSorted() };

export type StoredDisplay = Omit<DisplayFields, 'playlistId'> & { version: number; playlistId: string | null; expiresAt: string };
type DisplayFacts = Omit<StoredDisplay, 'version'>;
export type DisplayPlan = { version: number; identity: DisplayIdentity; change: { before: DisplayFacts; after: DisplayFacts } };

/** Never records a token, a code or a hash. */
export function decideDisplayEdit(
  given: Pick<DisplayFields, 'name' | 'playlistId'> & Partial<DisplayFields> & { version: number },
  stored: StoredDisplay | undefined,
  fits: Fits | undefined,
): DisplayPlan | Refusal {
  if (!stored) return { refused: 'not_found' };
  const refusal = refuseDisplay(fits);
  if (refusal) return refusal;
  if (stored.version !== given.version) return { refused: 'changed_meanwhile' };
  const asked = { place: stored.place, identity: stored.identity, ...given };
  const identity = storedIdentity(asked.identity);
  const expiresAt = recordedInstant(stored.expiresAt);
  const { name, place, playlistId } = asked;
  return {
    version: stored.version + 1,
    identity,
    change: {
      before: { name: stored.name, place: stored.place, playlistId: stored.playlistId, identity: stored.identity, expiresAt },
      after: { name, place, playlistId, identity, expiresAt },
    },
  };
}
