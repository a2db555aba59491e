/** Of what is typed now, what the save that just ended didn't send: typed while it ran, it stays over the new version. */
export function unsent<Edits extends object>(now: Edits, sent: Edits): Edits {
  const kept = Object.entries(now).filter(([field, value]) => !(field in sent) || sent[field as keyof Edits] !== value); // because entries lose the names
  return Object.fromEntries(kept) as Edits; // because every entry is one of its own
}
