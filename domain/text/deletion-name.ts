import { unseen } from './name.ts';

// A name from the report service may have invisible characters, which no one can type.
const seen = (text: string) => text.normalize('NFC').replace(unseen, '').trim();

/** What a user types to delete a thing: its name in upper case with spaces replaced by underscores (Spec 5, Destructive delete). */
export function deletionName(name: string): string {
  return seen(name).toUpperCase().replace(/\s/gu, '_');
}

/** Whether the typed text confirms the deletion; accents and case must match. */
export function confirmsDeletion(typed: string, name: string): boolean {
  return seen(typed) === deletionName(name);
}

/** Counts the characters still missing while the typed text is a prefix of the name; null when it differs. */
export function missingCharacters(typed: string, name: string): number | null {
  const wanted = [...deletionName(name)];
  const given = [...seen(typed)];
  if (given.length > wanted.length || given.some((character, index) => character !== wanted[index])) return null;
  return wanted.length - given.length;
}
