import type { Refusal } from '../errors/refusal.ts';
import type { Language } from '../session/languages.ts';

/** What users change about themselves. */
export type OwnFacts = { name: string; phone: string | null; language: Language | null };
/** `managed`: a directory provisions the user. */
export type StoredProfile = OwnFacts & { version: number; managed: boolean };
/** Without a change the version stays, and nothing is written. */
export type ProfilePlan = { version: number; change: { before: OwnFacts; after: OwnFacts } | null };

/** Decides a user's edit of themselves. The name and number of a provisioned user belong to the directory. */
export function decideOwnProfile(asked: OwnFacts & { version: number }, stored: StoredProfile | undefined): ProfilePlan | Refusal {
  if (!stored) return { refused: 'session_gone' };
  const { version, managed, ...before } = stored;
  if (version !== asked.version) return { refused: 'changed_meanwhile' };
  const isRenamed = asked.name !== before.name || asked.phone !== before.phone;
  if (managed && isRenamed) return { refused: 'managed_by_directory', field: 'name' };
  const after = { name: asked.name, phone: asked.phone, language: asked.language };
  return isRenamed || after.language !== before.language ? { version: version + 1, change: { before, after } } : { version, change: null };
}
