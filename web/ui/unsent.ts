/** The edits that the save that just ended did not send: they were made while it ran, and stay on top of the new version. */
export function unsent<Edits extends object>(now: Edits, sent: Edits): Edits {
  // Because entries lose the names.
  const kept = Object.entries(now).filter(([field, value]) => !(field in sent) || sent[field as keyof Edits] !== value);
  return Object.fromEntries(kept) as Edits; // because every entry comes from `now`
}
