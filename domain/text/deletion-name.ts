/** What a user types to delete a thing: its name in upper case with spaces replaced by underscores (Spec 5, Destructive delete). */
export function deletionName(name: string): string {
  return name.normalize('NFC').trim().toUpperCase().replace(/\s/gu, '_');
}

/** Whether the typed text confirms the deletion; accents and case must match. */
export function confirmsDeletion(typed: string, name: string): boolean {
  return typed.normalize('NFC').trim() === deletionName(name);
}

/** Counts the characters still missing while the typed text is a prefix of the name; null when it differs. */
export function missingCharacters(typed: string, name: string): number | null {
  const wanted = [...deletionName(name)];
  const given = [...typed.normalize('NFC').trim()];
  if (given.length > wanted.length || given.some((character, index) => character !== wanted[index])) return null;
  return wanted.length - given.length;
}
