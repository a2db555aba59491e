type Ring = { current: string; keys: Record<string, Record<string, unknown>> };

/**
 * Puts a new key at the head of a ring. The one that signed until now stays, so that nobody is signed out; older ones go: what they signed
 * has ended long ago.
 */
export function rotateRing(ring: string, { kid, jwk }: { kid: string; jwk: Record<string, unknown> }): string {
  const { current, keys } = JSON.parse(ring) as Ring; // because the Worker's own check has parsed its shape
  const before = keys[current];
  if (!before || keys[kid]) throw new Error('This is no ring of keys, or the new key is in it already.');
  return JSON.stringify({ current: kid, keys: { [kid]: jwk, [current]: before } });
}
