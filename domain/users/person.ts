import { type Profile, type UserFlag, userFlags } from '../access/profile.ts';
import { normalName } from '../text/name.ts';

export { normalEmail } from '../session/sign-in.ts';

// What a user may be (Spec 3, User), as the form, the import and the directory all read it.

export const statuses = ['A', 'T', 'B', 'I', 'D'] as const;
export type Status = (typeof statuses)[number];
/** Who may act, and who counts against the unit's limit (BEHAVIOUR 17). */
export const actingStatuses: readonly Status[] = ['A', 'T'];

export const positions = ['director', 'supervisor', 'manager', 'analyst', 'other'] as const;
export type Position = (typeof positions)[number];

export type TenantKind = 'platform' | 'partner' | 'unit';
const profilesByKind: Record<TenantKind, readonly Profile[]> = { platform: ['a2m'], partner: ['master'], unit: ['admin', 'user'] };

/** The profiles that users of such a tenant may have. */
export const profilesIn = (kind: TenantKind): readonly Profile[] => profilesByKind[kind];
/** The profiles that administer their tenant: the last active one of them can't be removed. */
export const administering: readonly Profile[] = ['a2m', 'master', 'admin'];

// An action that administrators may always do isn't a flag for them.
const flagsOfAll: readonly UserFlag[] = ['billing', 'support', 'notify', 'remote_access'];

/** Flags that nothing reads yet, so no screen offers them: bills aren't built. */
export const idleFlags: readonly UserFlag[] = ['billing'];

/** The flags that have an effect for a profile. */
export const flagsFor = (profile: Profile): readonly UserFlag[] =>
  (profile === 'user' ? userFlags : flagsOfAll).filter((flag) => !idleFlags.includes(flag));

/** The flags of a user in a fixed order, without those that have no effect for the profile. */
export const keptFlags = (flags: readonly string[], profile: Profile): UserFlag[] =>
  flagsFor(profile).filter((flag) => flags.includes(flag));

/** The codes of the questionnaire's answer in the call (Spec 3, perfil_usuario). */
export const positionCodes = {
  director: 'diretor',
  supervisor: 'supervisor',
  manager: 'gerente',
  analyst: 'analista',
  other: 'outro',
} as const satisfies Record<Position, string>;

/** Reads a text as an answer to "which position": a code, a free text, or nothing. A free text that names a code is that code. */
export function readPosition(text: string | null | undefined): { position: Position | null; other: string | null } {
  const given = normalName(text ?? '');
  if (!given) return { position: null, other: null };
  const word = given.toLowerCase();
  const code = positions.find((position) => word === position || word === positionCodes[position]);
  return code ? { position: code, other: null } : { position: 'other', other: given };
}

/** One text for the column: the code, or the free text for "other". */
export function storedPosition(position: Position | null, other: string | null | undefined): string | null {
  const written = normalName(other ?? '');
  if (position !== 'other' || !written) return position;
  return readPosition(written).other ?? readPosition(written).position;
}
